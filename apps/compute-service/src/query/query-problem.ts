import { ProblemError } from '@svc/contracts';
import { WorkStopped } from '../process/supervise';
import { PoolOverloaded } from '../process/worker-pool';
import { WorkerDied, WorkFailed } from '../process/worker';

/** What V8 says when it ends its process. */
const HEAP_FULL = /heap out of memory/;
const TOO_LONG =
  'The answer needs more memory than a worker has beside its engine. Select fewer columns or shorter values, or ask for a file.';

/** Throws what happened to a statement as the problem its caller gets. */
export function queryProblem(error: unknown): never {
  if (error instanceof WorkFailed) throw ofFailure(error);
  if (error instanceof WorkStopped) throw ofStop(error);
  if (error instanceof PoolOverloaded)
    throw new ProblemError('overloaded', 'Every query worker is busy and the queue is full; try again in a moment.', {
      retryAfter: 2,
      cause: error,
    });
  // To come back would cost two more workers.
  if (error instanceof WorkerDied && HEAP_FULL.test(error.message))
    throw new ProblemError('query-out-of-memory', TOO_LONG, { cause: error });
  if (error instanceof WorkerDied)
    throw new ProblemError('unavailable', 'The query worker ended twice while working on this statement.', {
      retryAfter: 5,
      cause: error,
    });
  throw error;
}

function ofFailure(error: WorkFailed): ProblemError {
  const { code, message } = error.failure;
  if (code === 'out-of-memory' || code === 'file-too-large')
    return new ProblemError('query-out-of-memory', message, { cause: error });
  if (code === 'invalid-sql') return new ProblemError('invalid-sql', message, { cause: error });
  if (code === 'interrupted')
    return new ProblemError('query-cancelled', 'The statement was interrupted.', { cause: error });
  return new ProblemError('unavailable', 'The query engine failed on this statement twice.', {
    retryAfter: 5,
    cause: error,
  });
}

function ofStop(error: WorkStopped): ProblemError {
  return error.reason === 'timeout'
    ? new ProblemError(
        'query-timeout',
        'The statement took longer than it may; filter earlier or aggregate, or run it as a derivation.',
        { cause: error },
      )
    : new ProblemError('query-cancelled', 'The statement was cancelled.', { cause: error });
}
