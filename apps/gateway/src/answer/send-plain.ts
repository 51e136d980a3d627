import type { Request, Response } from 'express';
import { isKnown } from './entity-tag';
import type { Reply } from './reply';
import { sendReply } from './send-reply';
import { SECURITY_HEADERS } from './security-headers';

/**
 * Answers requests other than operations (docs, the root, paths outside the API): public, without an audit
 * record.
 */
export function sendPlain(
  request: Request,
  response: Response,
  reply: Reply,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const known = reply.status === 200 && isKnown(request.get('if-none-match'), reply.headers['etag'] ?? '');
  const answer: Reply = known ? { kind: 'empty', status: 304, code: null, headers: reply.headers } : reply;
  const about = { method: request.method, acceptEncoding: request.get('accept-encoding') };
  return sendReply(response, answer, about, { ...SECURITY_HEADERS, ...headers });
}
