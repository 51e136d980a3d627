import type { ProblemCode, ProblemItem } from '@svc/contracts';
import { ProblemError } from '@svc/contracts';

/** A query or definition that cannot be compiled, pointing to one member of the request body. */
export function refuse(code: ProblemCode, pointer: string, message: string): ProblemError {
  return refuseAll(code, [{ pointer, message }]);
}

/** The same about several members at once; the detail repeats the first so that it reads on its own. */
export function refuseAll(code: ProblemCode, errors: readonly ProblemItem[]): ProblemError {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const place = first?.pointer.replace(/^\/body\/?/, '') ?? '';
  return new ProblemError(
    code,
    first === undefined ? '' : `${place === '' ? '' : `${place}: `}${first.message}${more}`,
    { errors },
  );
}
