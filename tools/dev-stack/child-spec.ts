import type { CommandLine } from '@svc/testing';

/** A process that the supervisor keeps running. */
export interface ChildSpec {
  readonly name: string;
  /** Tied to the supervisor: the kernel ends it when the supervisor ends. */
  readonly commandLine: CommandLine;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Where people or programs reach it, without credentials. */
  readonly address: string;
  readonly logFile: string;
  readonly stopSignal: NodeJS.Signals;
  /** After this it is killed. */
  readonly stopWithinMs: number;
  /** Asks the process, by its pid, whether it can work now; never throws. */
  readonly isReady: (pid: number) => Promise<boolean>;
}
