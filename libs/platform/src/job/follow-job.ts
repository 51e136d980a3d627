import { getJob, isTerminal, type Job, jobId, ProblemError } from '@svc/contracts';
import type { CallOrigin } from '../rpc/call-origin';
import type { RpcClient } from '../rpc/rpc-client';
import { type HintLink, jobSubject, ownerOfJob } from './job-hints';

export interface FollowOptions {
  /** Ends the following; the job itself goes on. */
  readonly signal?: AbortSignal;
  /** With it a change is seen within milliseconds; without, at the next poll. */
  readonly link?: HintLink;
}

/** Asks the job's owner for its state now. */
export type FetchJob = (id: string) => Promise<Job>;

const POLL_MS = [100, 200, 400, 800, 1_500] as const;
const POLL_WITH_HINTS_MS = 2_000;
/** A service that restarts must not end the following of its jobs. */
const PATIENCE_MS = 30_000;

/** Yields the job as it is now and after each change, up to and including its end. Rejects with `not-found`. */
export async function* followJob(
  fetch: FetchJob,
  id: string,
  options: FollowOptions = {},
): AsyncGenerator<Job, void, undefined> {
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
      await hints.wait(
        options.link === undefined ? (POLL_MS[polls] ?? POLL_MS[POLL_MS.length - 1] ?? 0) : POLL_WITH_HINTS_MS,
      );
    }
  } finally {
    hints.close();
  }
}

/**
 * The job once it has ended, however it ended, asked of its owner in the name of `origin` (a `CallContext` or a `JobRun`).
 * Rejects with the signal's reason when that fires first; the job itself then goes on.
 */
export async function waitForJob(
  rpc: Pick<RpcClient, 'call'>,
  id: string,
  origin: CallOrigin & FollowOptions,
): Promise<Job> {
  return lastOf(
    followJob((it) => rpc.call(getJob, { params: { id: it }, query: {} }, origin), id, origin),
    origin.signal,
  );
}

/** The last state of a job that is being followed. */
export async function lastOf(states: AsyncIterable<Job>, signal?: AbortSignal): Promise<Job> {
  for await (const job of states) if (isTerminal(job.state)) return job;
  throw signal?.reason ?? new Error('The event stream ended before the job did.');
}

async function patiently(fetch: () => Promise<Job>, hints: HintWaiter): Promise<Job> {
  const since = performance.now();
  for (;;) {
    try {
      return await fetch();
    } catch (error) {
      const passes =
        error instanceof ProblemError && ['unavailable', 'overloaded', 'deadline-exceeded'].includes(error.code);
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
    const unsubscribe = options.link?.subscribe(jobSubject(ownerOfJob(id), id), () => {
      this.hinted = true;
      this.wake();
    });
    this.unsubscribe = () => void unsubscribe?.().catch(() => undefined);
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
