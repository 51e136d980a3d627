import { ProblemError } from '@svc/contracts';

/** The one answer for a name that was never used, and for a dataset that the caller may not see: nobody can tell which. */
export function noDataset(name: string): ProblemError {
  return new ProblemError('not-found', `There is no dataset "${name}".`);
}
