import { z } from 'zod';
import { principal, scope } from '../access/access';
import { endpoint } from '../endpoint/endpoint';
import { timestamp } from '../json';
import { role } from '../access/role';

const own = { scope: 'token:own' } as const;

/** A token as listed: never its secret. */
export const token = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The owner: `user:<login>`; null for a machine's token without an owner. It may never do more than its owner. */
  owner: z.string().nullable(),
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
  name: 'token.create',
  summary: 'Creates a token; only this answer contains the secret',
  method: 'POST',
  path: '/api/tokens',
  subject: 'svc.gateway.token.create',
  status: 201,
  body: z.strictObject({
    name: z.string().min(1).max(100),
    role: role.default('viewer'),
    /** Default: every scope of the role. A scope outside the role is refused. */
    scopes: z.array(scope).max(50).optional(),
    expires_in_days: z.int().min(1).max(3650).default(90),
  }),
  response: token.extend({ secret: z.string() }),
  problems: ['forbidden'],
  access: own,
  records: ['name', 'role', 'scopes'],
});

export const listTokens = endpoint({
  name: 'token.list',
  summary: 'Your tokens, or with `token:manage` everybody’s, newest first, without secrets',
  method: 'GET',
  path: '/api/tokens',
  subject: 'svc.gateway.token.list',
  response: z.object({ items: z.array(token) }),
  access: own,
});

export const revokeToken = endpoint({
  name: 'token.revoke',
  summary: 'Revokes a token at once',
  method: 'DELETE',
  path: '/api/tokens/{id}',
  subject: 'svc.gateway.token.revoke',
  params: byId,
  response: token,
  problems: ['not-found'],
  access: own,
  target: { type: 'token', param: 'id' },
});

export const rotateToken = endpoint({
  name: 'token.rotate',
  summary: 'Gives a token a new secret; the old one works for `overlap_minutes` more',
  method: 'POST',
  path: '/api/tokens/{id}/rotate',
  subject: 'svc.gateway.token.rotate',
  params: byId,
  body: z.strictObject({ overlap_minutes: z.int().min(0).max(1440).default(0) }),
  response: token.extend({ secret: z.string() }),
  problems: ['not-found', 'conflict'],
  access: own,
  target: { type: 'token', param: 'id' },
});

export const whoAmI = endpoint({
  name: 'principal.get',
  summary: 'The identity and permissions of the caller',
  method: 'GET',
  path: '/api/me',
  subject: 'svc.gateway.principal.get',
  response: principal,
  access: 'authenticated',
});
