import { getJob, isTerminal, type Job, jobId, ProblemError, type ResponseOf } from '@svc/contracts';
import type { EventBus } from './event-bus';
import { jobSubject, ownerOfJob } from './job-hints';

export interface FollowOptions {
  /** Ends the following; the job itself goes on. */
  readonly signal?: AbortSignal;
  /** With it a change is seen within milliseconds; without, at the next poll. */
  readonly bus?: EventBus;
}

/** Asks the job's owner for its state now. */
export type FetchJob = (id: string) => Promise<ResponseOf<typeof getJob>>;

const POLL_MS = [100, 200, 400, 800, 1_500] as const;
const POLL_WITH_HINTS_MS = 2_000;
/** A service that restarts must not end the following of its jobs. */
const PATIENCE_MS = 30_000;

/** Yields the job as it is now and after each change, up to and including its end. Rejects with `not-found`. */
export async function* followJob(fetch: FetchJob, id: string, options: FollowOptions = {}): AsyncGenerator<Job, void, undefined> {
  jobId.parse(id);
  const hints = new HintWaiter(options, id);
  try {
    let shown = '';
    for (let polls = 0; options.signal?.aborted !== true; polls += 1) {
      hints.arm();
      const job = await patiently(() => fetch(id), hints);
      const seen = JSON.stringify(job);
      if (seen !== shown) {
        shown = seen;
        polls = 0;
        yield job;
      }
      if (isTerminal(job.state)) return;
      await hints.wait(options.bus === undefined ? (POLL_MS[polls] ?? POLL_MS[POLL_MS.length - 1] ?? 0) : POLL_WITH_HINTS_MS);
    }
  } finally {
    hints.close();
  }
}

/** The job once it has ended, however it ended. Rejects with the signal's reason when that fires first. */
export async function waitForJob(fetch: FetchJob, id: string, options: FollowOptions = {}): Promise<Job> {
  for await (const job of followJob(fetch, id, options)) if (isTerminal(job.state)) return job;
  throw options.signal?.reason ?? new Error('The following ended before the job did.');
}

async function patiently(fetch: () => Promise<Job>, hints: HintWaiter): Promise<Job> {
  const since = performance.now();
  for (;;) {
    try {
      return await fetch();
    } catch (error) {
      const passes = error instanceof ProblemError && ['unavailable', 'overloaded', 'deadline-exceeded'].includes(error.code);
      if (!passes || performance.now() - since > PATIENCE_MS || hints.ended) throw error;
      await hints.wait(500);
    }
  }
}

/** Waits for a hint about one job, a time-out, or the end of interest, whichever comes first. */
class HintWaiter {
  private wake: () => void = () => undefined;
  private hinted = false;
  private readonly unsubscribe: () => void;
  private readonly onAbort = () => this.wake();

  constructor(
    private readonly options: FollowOptions,
    id: string,
  ) {
    this.unsubscribe = options.bus?.subscribe(jobSubject(ownerOfJob(id), id), () => {
      this.hinted = true;
      this.wake();
    }) ?? (() => undefined);
    options.signal?.addEventListener('abort', this.onAbort);
  }

  get ended(): boolean {
    return this.options.signal?.aborted === true;
  }

  /** Forgets earlier hints; called before reading, so that a hint during the read is not lost. */
  arm(): void {
    this.hinted = false;
  }

  async wait(ms: number): Promise<void> {
    if (this.hinted || this.ended) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  close(): void {
    this.unsubscribe();
    this.options.signal?.removeEventListener('abort', this.onAbort);
  }
}
