import { ProblemError } from '@svc/contracts';
import type { KeptKind } from './object-access.ports';

/** How people call each kind. */
export const NOUN: Readonly<Record<KeptKind, string>> = { dataset: 'dataset', query: 'saved query' };

/** The one answer for a name that was never used, and for an object that the caller may not see: nobody can tell which. */
export function notFound(kind: KeptKind, name: string): ProblemError {
  return new ProblemError('not-found', `There is no ${NOUN[kind]} "${name}".`);
}
