import { type Problem, ProblemError } from '@svc/contracts';
import { spaceProblem } from './space-problem';

/**
 * The problem that a caller may see for whatever was thrown: a coded refusal as it is, a full disk as `insufficient-storage`, anything else as `internal`, whose
 * cause stays in the log. Both carry the trace id.
 */
export function problemOf(error: unknown, traceId: string): Problem {
  const refusal = error instanceof ProblemError ? error : (spaceProblem(error) ?? internalError(error));
  return { ...refusal.toProblem(), trace_id: traceId };
}

/** The `internal` refusal for a defect of ours. */
export function internalError(cause: unknown): ProblemError {
  return new ProblemError('internal', 'This is a defect of the service. Report it with the trace id.', { cause });
}
