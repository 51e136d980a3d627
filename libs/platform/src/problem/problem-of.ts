import { type Problem, ProblemError } from '@svc/contracts';

/**
 * The problem that a caller may see for whatever was thrown: a coded refusal as it is, anything else as `internal`, whose
 * cause stays in the log. Both carry the trace id.
 */
export function problemOf(error: unknown, traceId: string): Problem {
  const refusal = error instanceof ProblemError ? error : internalError(error);
  return { ...refusal.toProblem(), trace_id: traceId };
}

/** The `internal` refusal for a defect of ours. */
export function internalError(cause: unknown): ProblemError {
  return new ProblemError('internal', 'This is a defect of the service. Report it with the trace id.', { cause });
}
