import type { HostFrame, Order, ReplyFrame } from './host/frames';
import type { HostEnding, StopCause } from './host/host-ending';
import type { SandboxLimits } from './limits';
import type { OutputFile } from './host/output-file';

/** An immutable object of the warehouse that an order reads: by this name, where the runner puts it, and read-only. */
export interface Mounted {
  readonly name: string;
  /** Where the object lies on this machine. */
  readonly path: string;
}

/**
 * Conditions that a result must not depend on. Two runs that differ in them but give the same rows show that it does
 * not; conditions left out are the same in every run.
 */
export interface RunVariation {
  /** By how much the time of day that the code sees differs from the machine's, in whole seconds. */
  readonly clockOffsetSeconds?: number;
  /** `TZ`, preferably in the form that needs no time zone database (`<+0545>-5:45`). */
  readonly timeZone?: string;
  /** `PYTHONHASHSEED`, which decides the order of sets of texts. */
  readonly hashSeed?: number;
  /** Threads of each numeric library, in place of the limit's. */
  readonly threads?: number;
}

/** A host at work, as whoever gave it its order sees it. */
export interface Host {
  /** Ends it, with everything it started. The first cause given is the one that counts. */
  stop(cause: StopCause): void;
  /** Says something over the channel. */
  reply(frame: ReplyFrame): void;
  /** Moves a file to where the host can read it, and answers by which name. */
  take(file: string): Promise<string>;
}

/** One order, with everything that it needs. */
export interface Execution {
  /** What the host is to do: `type` names a module of `python/svc_host/orders`. */
  readonly order: Order;
  readonly mounts: readonly Mounted[];
  readonly limits: SandboxLimits;
  /** The hash of the software that the order needs ({@link Environment}); left out, whatever the runner has. */
  readonly environment?: string;
  /** Takes the table that the host sends; null when none is expected. */
  readonly output: OutputFile | null;
  readonly variation?: RunVariation;
  readonly signal?: AbortSignal | undefined;
  /** Handles what the host says over the channel: claims of untrusted code, checked for shape only. May stop it, and reply. A {@link BadFrame} it throws ends the execution. */
  readonly onFrame: (frame: HostFrame, host: Host) => void;
}

/** What identifies the software that a runner has. */
export interface Environment {
  /** `sha256:` over the lock file's content, the Python version and the platform. */
  readonly hash: string;
  /** For instance `3.11.7`. */
  readonly python: string;
  /** For instance `linux-x86_64`. */
  readonly platform: string;
}

/**
 * Carries out orders where they can reach nothing but what they are given: no network, no host files, no environment,
 * bounded time, memory, processes and disk. An execution MUST NOT reject for anything that the code in it does; when it has
 * settled, its whole process tree is gone and nothing of it is left. Where a wall is missing nothing is started.
 */
export interface Runner {
  /** Limits that an execution has where nothing else is asked for. */
  readonly limits: SandboxLimits;
  execute(execution: Execution): Promise<HostEnding>;
  /** Rejects when the interpreter or the lock file cannot be read. */
  environment(): Promise<Environment>;
}
