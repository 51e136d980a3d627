import { type Endpoint, ProblemError } from '@svc/contracts';
import type { Request } from 'express';

const UTF_8 = 'charset=utf-8';

/** The media type that Accept prefers (RFC 9110 §12.5.1), JSON when it leaves the choice; undefined for an operation with only one. */
export function negotiate(
  { negotiates, produces }: Endpoint,
  request: Pick<Request, 'accepts'>,
): { readonly accept?: string } {
  if (!negotiates) return {};
  const offered = ['application/json', ...produces];
  // All text is UTF-8, so a charset parameter of utf-8 matches.
  const accept = request.accepts(offered.flatMap((type) => [type, `${type}; ${UTF_8}`]));
  if (accept === false)
    throw new ProblemError('not-acceptable', `Accept one of ${offered.join(', ')}.`, { data: { offered } });
  return { accept: accept.replace(`; ${UTF_8}`, '') };
}
