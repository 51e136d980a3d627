import type { WorkerFailure } from './worker-protocol';

/** The worker answered that the work failed. */
export class WorkFailed extends Error {
  override readonly name = 'WorkFailed';

  constructor(readonly failure: WorkerFailure) {
    super(failure.message);
  }
}

/** The worker ended before it answered. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied';
}

/** Progress of a piece of work, 0 to 100, as far as its worker knows. */
export type OnProgress = (percent: number) => void;

/** Does one piece of work at a time, in a process of its own or in this one. */
export interface Worker<Work> {
  /** Of its process; undefined when it has none of its own. */
  readonly pid: number | undefined;
  /** Resident bytes after the last piece of work; 0 when it has no process of its own. */
  readonly rss: number;
  readonly isAlive: boolean;
  /** Rejects with {@link WorkFailed} or {@link WorkerDied}. */
  ask(work: Work, onProgress?: OnProgress): Promise<unknown>;
  /** Asks the current work to stop; may be lost when it has only just begun, so repeat it until the work settles. */
  interrupt(): void;
  /** Kills the worker at once. Its current work rejects with {@link WorkerDied}. */
  kill(): void;
}
