import type { DueJob } from './adapters/job-store';

/**
 * Tells a free worker that there is a job. The rows in Postgres decide which job it takes, so that callers take turns.
 * It may lose, repeat or delay messages.
 */
export interface JobMover {
  /** Resolves once the queue has it; rejects soon when the queue is away. The same start of a job is queued once. */
  add(job: DueJob, delayMs?: number): Promise<void>;
  /** Like {@link JobMover.add}, for an id that the queue may have swallowed: it is handed out once more in any case. */
  addAgain(job: DueJob): Promise<void>;
  /** Calls `run` once for each job added, `concurrency` at a time, until {@link JobMover.close}. `run` MUST NOT reject. */
  work(kind: string, concurrency: number, run: () => Promise<void>): void;
  /** Rejects when the queue is away. */
  check(): Promise<void>;
  /** Takes nothing new from now on; waits for runs under way up to `graceMs`, then ends all connections. */
  close(graceMs: number): Promise<void>;
}
