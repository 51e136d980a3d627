import { type Endpoint, ProblemError } from '@svc/contracts';
import type { Request } from 'express';

const UTF_8 = 'charset=utf-8';

/** The form of the answer that Accept asks for (RFC 9110 §12.5.1), JSON when it leaves the choice; nothing for an operation without one. */
export function negotiate(
  { negotiates, produces }: Endpoint,
  request: Pick<Request, 'accepts'>,
): { readonly accept?: string } {
  if (!negotiates) return {};
  const offered = ['application/json', ...produces];
  // Every text is UTF-8, so who asks for that asks for what there is.
  const accept = request.accepts(offered.flatMap((type) => [type, `${type}; ${UTF_8}`]));
  if (accept === false)
    throw new ProblemError('not-acceptable', `Accept one of ${offered.join(', ')}.`, { data: { offered } });
  return { accept: accept.replace(`; ${UTF_8}`, '') };
}
