import type { CommandLine } from '@svc/testing';

/** A process that the supervisor keeps running. */
export interface ChildSpec {
  readonly name: string;
  /** Tied to the supervisor: the kernel kills it when the supervisor dies. */
  readonly commandLine: CommandLine;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Where people or programs reach it, without credentials. */
  readonly address: string;
  readonly logFile: string;
  readonly stopSignal: NodeJS.Signals;
  /** After this it is killed. */
  readonly stopWithinMs: number;
  /** Whether the process with this pid can work now; never throws. */
  readonly isReady: (pid: number) => Promise<boolean>;
}
