import type { DueJob } from './adapters/job-store';

/** Carries ids of jobs to a worker that is free. It may lose, repeat or delay them: the rows in Postgres are the record. */
export interface JobMover {
  /** Resolves once the queue has it; rejects soon when the queue is away. The same start of a job is queued once. */
  add(job: DueJob, delayMs?: number): Promise<void>;
  /** Like {@link JobMover.add}, for an id that the queue may have swallowed: it is handed out once more in any case. */
  addAgain(job: DueJob): Promise<void>;
  /** Calls `run` with ids of this kind, `concurrency` at a time, until {@link JobMover.close}. `run` MUST NOT reject. */
  work(kind: string, concurrency: number, run: (id: string) => Promise<void>): void;
  /** Rejects when the queue is away. */
  check(): Promise<void>;
  /** Takes nothing new from now on; waits for runs under way up to `graceMs`, then ends all connections. */
  close(graceMs: number): Promise<void>;
}
