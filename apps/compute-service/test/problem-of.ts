import { ProblemError } from '@svc/contracts';

/** What of a refusal callers see, as a value to compare; words when there was none. */
export function problemOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'it was accepted',
    (error: unknown) =>
      error instanceof ProblemError ? { code: error.code, detail: error.detail, ...error.facts } : error,
  );
}
