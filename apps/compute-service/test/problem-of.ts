import { ProblemError } from '@svc/contracts';

/** A refusal as callers see it, as a value to compare; a text when there was none. */
export function problemOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'it was accepted',
    (error: unknown) =>
      error instanceof ProblemError ? { code: error.code, detail: error.detail, ...error.facts } : error,
  );
}
