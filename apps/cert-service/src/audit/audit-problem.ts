import { LogError } from '@svc/audit-chain';
import { ProblemError } from '@svc/contracts';

/** The problem that a caller gets while nobody can write. */
export function unwritable(cause?: unknown): ProblemError {
  return new ProblemError(
    'unavailable',
    'The audit log cannot be written at the moment, and nothing is served without an audit record. Try again in a moment.',
    {
      retryAfter: 1,
      ...(cause === undefined ? {} : { cause }),
    },
  );
}

/** The problem that a reader of the log gets; other errors pass unchanged. */
export function readProblem(error: unknown): unknown {
  if (!(error instanceof LogError)) return error;
  switch (error.code) {
    case 'not-found':
      return new ProblemError('not-found', `${sentence(error.message)}.`, { cause: error });
    case 'untrusted-note':
    case 'malformed-note':
      return new ProblemError('invalid-request', `The anchor cannot be used: ${error.message}.`, {
        errors: [{ pointer: '/query/anchor', message: error.message }],
        cause: error,
      });
    default:
      return error;
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
