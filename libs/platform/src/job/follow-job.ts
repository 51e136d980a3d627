import { getJob, isTerminal, type Job, jobId } from '@svc/contracts';
import { follow, type FollowOptions } from '../follow/follow';
import type { CallOrigin } from '../rpc/client/call-origin';
import type { RpcClient } from '../rpc/client/rpc-client';
import { jobSubject, ownerOfJob } from './job-hints';

/** Asks the job's owner for its state now. */
export type FetchJob = (id: string) => Promise<Job>;

/** Yields the job as it is now and after each change, up to and including its end. Rejects with `not-found`. */
export async function* followJob(
  stateOf: FetchJob,
  id: string,
  options: FollowOptions = {},
): AsyncGenerator<Job, void, undefined> {
  jobId.parse(id);
  let shown = '';
  const ask = async () => {
    const job = await stateOf(id);
    const seen = JSON.stringify(job);
    const changed = seen !== shown;
    shown = seen;
    return { job, changed, ended: isTerminal(job.state) };
  };
  for await (const { job, changed } of follow(ask, jobSubject(ownerOfJob(id), id), options)) if (changed) yield job;
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
