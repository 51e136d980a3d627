import { z } from 'zod';
import { principal, role, scope } from '../access';
import { endpoint } from '../endpoint';
import { timestamp } from '../json';

/** A token as listed: never its secret. */
export const token = z.object({
  id: z.uuid(),
  name: z.string(),
  role,
  scopes: z.array(scope),
  created_at: timestamp,
  created_by: z.string(),
  expires_at: timestamp.nullable(),
  last_used_at: timestamp.nullable(),
  revoked_at: timestamp.nullable(),
});
export type Token = z.infer<typeof token>;

const byId = z.strictObject({ id: z.uuid() });

export const createToken = endpoint({
  name: 'token.create', summary: 'Makes a token; the secret is in this answer and nowhere else',
  method: 'POST', path: '/api/tokens', subject: 'svc.gateway.token.create', status: 201,
  body: z.strictObject({
    name: z.string().min(1).max(100),
    role: role.default('viewer'),
    /** Default: every scope of the role. A scope outside the role is refused. */
    scopes: z.array(scope).max(50).optional(),
    expires_in_days: z.int().min(1).max(3650).default(90),
  }),
  response: token.extend({ secret: z.string() }),
  problems: ['forbidden'], access: { scope: 'token:manage' }, idempotencyKey: false,
});

export const listTokens = endpoint({
  name: 'token.list', summary: 'Every token, newest first, without secrets',
  method: 'GET', path: '/api/tokens', subject: 'svc.gateway.token.list',
  response: z.object({ items: z.array(token) }), access: { scope: 'token:manage' },
});

export const revokeToken = endpoint({
  name: 'token.revoke', summary: 'Revokes a token at once',
  method: 'DELETE', path: '/api/tokens/{id}', subject: 'svc.gateway.token.revoke',
  params: byId, response: token, problems: ['not-found'], access: { scope: 'token:manage' }, target: { type: 'token', param: 'id' },
});

export const whoAmI = endpoint({
  name: 'principal.get', summary: 'Who this token is and what it may do',
  method: 'GET', path: '/api/me', subject: 'svc.gateway.principal.get', response: principal, access: 'authenticated',
});
