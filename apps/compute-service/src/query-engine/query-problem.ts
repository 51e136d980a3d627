import { ProblemError } from '@svc/contracts';
import { spaceProblem } from '@svc/platform';
import { noRoom } from '../process/pool/no-room';
import { WorkStopped } from '../process/pool/supervise';
import { PoolOverloaded } from '../process/pool/worker-pool';
import { WorkerDied, WorkFailed } from '../process/worker';

/** V8's message when it ends its process. */
const HEAP_FULL = /heap out of memory/;
const TOO_LONG =
  'The answer needs more memory than a worker has besides its engine. Select fewer columns or shorter values, or ask for a file.';

/** Converts the failure of a statement that may take `timeoutMs` into the problem that its caller gets. */
export function queryProblem(timeoutMs: number): (error: unknown) => never {
  return (error) => {
    throw spaceProblem(error) ?? noRoom(error) ?? problemOf(error, timeoutMs);
  };
}

function problemOf(error: unknown, timeoutMs: number): unknown {
  if (error instanceof WorkFailed) return ofFailure(error);
  if (error instanceof WorkStopped) return ofStop(error, timeoutMs);
  if (error instanceof PoolOverloaded)
    return new ProblemError('overloaded', 'Every query worker is busy and the queue is full; try again in a moment.', {
      retryAfter: 2,
      cause: error,
    });
  // A retry would cost two more workers.
  if (error instanceof WorkerDied && HEAP_FULL.test(error.message))
    return new ProblemError('query-out-of-memory', TOO_LONG, { cause: error });
  if (error instanceof WorkerDied)
    return new ProblemError('unavailable', 'The query worker ended twice while working on this statement.', {
      retryAfter: 5,
      cause: error,
    });
  return error;
}

function ofFailure(error: WorkFailed): ProblemError {
  const { code, message } = error.failure;
  if (code === 'out-of-memory' || code === 'spill-full' || code === 'file-too-large')
    return new ProblemError('query-out-of-memory', message, { cause: error });
  if (code === 'invalid-sql') return new ProblemError('invalid-sql', message, { cause: error });
  if (code === 'interrupted')
    return new ProblemError('query-cancelled', 'The statement was interrupted.', { cause: error });
  return new ProblemError('unavailable', 'The query engine failed on this statement twice.', {
    retryAfter: 5,
    cause: error,
  });
}

function ofStop(error: WorkStopped, timeoutMs: number): ProblemError {
  return error.reason === 'timeout'
    ? new ProblemError(
        'query-timeout',
        `The statement was stopped after ${timeoutMs / 1000} s, its time limit. Filter earlier, aggregate, or run it as a derivation.`,
        { data: { timeout_seconds: timeoutMs / 1000 }, cause: error },
      )
    : new ProblemError('query-cancelled', 'The statement was cancelled.', { cause: error });
}
