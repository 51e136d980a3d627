import type { Json, Principal } from '@svc/contracts';

/** Why a run's signal fired. */
export type JobStop = 'cancelled' | 'lost' | 'shutdown';

/** The reason of an aborted run: cancelled by somebody, taken over by another worker, or this process is going down. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped';

  constructor(readonly why: JobStop) {
    super(
      {
        cancelled: 'The job was cancelled.',
        lost: 'Another worker has taken the job over.',
        shutdown: 'This process is shutting down.',
      }[why],
    );
  }
}

/** One run of a job, as its handler sees it. It is also a `CallOrigin`: calls made with it carry its principal and trace. */
export interface JobRun<Detail = Json> {
  readonly id: string;
  /** The id again, under the name by which a `CallOrigin` says for which job a service speaks. */
  readonly job: string;
  readonly kind: string;
  readonly payload: Json;
  /** The principal who submitted the job. */
  readonly principal: Principal;
  /** What the gateway signed for them then: calls made with this run carry it. */
  readonly grant?: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Rises with every start of this job. Put it beside what the run writes, and refuse a smaller one. */
  readonly fence: number;
  readonly traceId: string;
  readonly traceparent: string;
  /** Fires with a {@link JobStopped}: stop soon, and leave nothing behind. Pass it to everything that waits. */
  readonly signal: AbortSignal;
  /** Says how far the work is, and in the kind's own form what else there is to know. Cheap: writes are merged, the newest wins. */
  progress(done: number, total: number, message?: string, detail?: Detail): void;
}

/**
 * Does the work of one kind of job. MUST be idempotent: after a crash it runs again, with a higher fence.
 * It resolves with the result. A thrown `ProblemError` fails the job with that problem, except those that say "later"
 * (`unavailable`, `overloaded`, `deadline-exceeded`), which are tried again for a quarter of an hour, and errors that are no
 * problems at all, which are tried again up to `maxAttempts`.
 */
export type JobHandler = (run: JobRun) => Promise<Json>;

export interface JobKindOptions {
  /** How many jobs of this kind one process runs at once. */
  readonly concurrency?: number;
  /** How many more it runs while those are busy, each of a caller of whom no other job of this kind runs anywhere. 1 unless set. */
  readonly spare?: number;
  /**
   * How many unfinished jobs of any kind of this service one principal may have when a job of this kind is added, whoever adds it;
   * one more is refused with `quota-exceeded`. No limit unless set.
   */
  readonly maxOpen?: number;
}
