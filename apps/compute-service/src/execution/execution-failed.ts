import { type ExecutionResult, ProblemError } from '@svc/contracts';
import type { RunTrace } from '@svc/runner';
import { noRoom } from '../process/pool/no-room';
import { WorkStopped } from '../process/pool/supervise';
import { PoolOverloaded } from '../process/pool/worker-pool';
import { WorkerDied, WorkFailed } from '../process/worker';

export type FailureReason = Extract<ExecutionResult, { outcome: 'failed' }>['reason'];

/** A run that gave no table, for a reason that belongs in the derivation's history. */
export class ExecutionFailed extends Error {
  override readonly name = 'ExecutionFailed';

  constructor(
    readonly reason: FailureReason,
    message: string,
    readonly trace: RunTrace,
    readonly traceback: string | null = null,
  ) {
    super(message);
  }
}

/** Throws what ended the reading of a run's output: the author's errors as {@link ExecutionFailed}, ours unchanged. */
export function outputFailed(error: unknown, trace: RunTrace): never {
  const full = noRoom(error);
  if (full !== null) throw full;
  if (error instanceof WorkFailed) {
    if (error.failure.code === 'out-of-memory' || error.failure.code === 'spill-full')
      throw new ExecutionFailed('memory', 'Reading the result needs more memory than it may use.', trace);
    throw new ExecutionFailed('bad-output', `The result cannot be stored: ${error.failure.message}`, trace);
  }
  if (error instanceof WorkStopped && error.reason === 'timeout')
    throw new ExecutionFailed('timeout', 'Storing the result exceeded the time limit.', trace);
  throw asLater(error);
}

/** Throws what ended the query that a run returned as its result. */
export function relationFailed(error: unknown, trace: RunTrace): never {
  if (!(error instanceof ProblemError)) throw asLater(error);
  const message = `The query it returned did not run: ${error.detail}`;
  if (error.code === 'invalid-sql') throw new ExecutionFailed('invalid-sql', message, trace);
  if (error.code === 'query-out-of-memory') throw new ExecutionFailed('memory', message, trace);
  if (error.code === 'query-timeout') throw new ExecutionFailed('timeout', message, trace);
  throw error;
}

/** Failures that the run did not cause may not recur: the job framework retries such problems. */
function asLater(error: unknown): unknown {
  if (error instanceof PoolOverloaded || error instanceof WorkerDied)
    return new ProblemError('unavailable', 'The result could not be stored just now.', { retryAfter: 5, cause: error });
  return error;
}
