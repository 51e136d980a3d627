import { ProblemError } from '@svc/contracts';

/** The same answer for an unknown name and for a dataset that the caller may not see, so that nobody can tell them apart. */
export function noDataset(name: string): ProblemError {
  return new ProblemError('not-found', `There is no dataset "${name}".`);
}
