import { ProblemError } from '@svc/contracts';

/** How people call each kind of object that this service keeps. */
export const NOUN = { dataset: 'dataset', query: 'saved query' } as const;

/** The one answer for a name that was never used, and for an object that the caller may not see: nobody can tell which. */
export function notFound(kind: keyof typeof NOUN, name: string): ProblemError {
  return new ProblemError('not-found', `There is no ${NOUN[kind]} "${name}".`);
}
