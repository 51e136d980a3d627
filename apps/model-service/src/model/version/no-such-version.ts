import { ProblemError } from '@svc/contracts';

/** The refusal where a model has no such version. `ref` is a number or an alias. */
export function noSuchVersion(model: string, ref: string | number): ProblemError {
  const what = typeof ref === 'number' || /^\d+$/.test(ref) ? `version ${ref}` : `alias "${ref}"`;
  return new ProblemError(
    'not-found',
    `Model "${model}" has no ${what}. List its versions with "svc model versions ${model}".`,
  );
}
