import { z } from 'zod';
import { principal } from '../access/access';
import { endpoint, internalCall } from '../endpoint/endpoint';
import { fileReply } from '../endpoint/file-reply';
import { groupName } from '../object-access/object-access';
import { pageOf, pageQuery } from '../endpoint/page';
import { login, password, user } from './user';
import { role } from '../access/role';

const byLogin = z.strictObject({ login });
const access = { scope: 'user:manage' } as const;
const target = { type: 'user', param: 'login' } as const;
/** What every request carries of its caller has an end. */
const groups = z
  .array(groupName)
  .max(200)
  .refine(
    (it) => JSON.stringify(it).length <= 8_000,
    'are too many or too long: 8,000 characters for all of them together',
  );
const name = z.string().min(1).max(200);
const email = z
  .email()
  .max(254)
  .refine((it) => it.indexOf('@') <= 64, 'may have 64 characters before the @')
  .nullable();

export const createUser = endpoint({
  name: 'user.create',
  summary: 'Makes a local user, who signs in with a password',
  method: 'POST',
  path: '/api/users',
  subject: 'svc.gateway.user.create',
  status: 201,
  body: z.strictObject({
    login,
    name,
    email: email.default(null),
    role: role.default('viewer'),
    groups: groups.default([]),
    password,
  }),
  response: user,
  problems: ['conflict', 'forbidden'],
  access,
  records: ['login', 'role', 'groups'],
  etag: (it) => it.etag,
  location: (it) => `/api/users/${it.login}`,
});

export const listUsers = endpoint({
  name: 'user.list',
  summary: 'Users by login',
  method: 'GET',
  path: '/api/users',
  subject: 'svc.gateway.user.list',
  query: pageQuery,
  response: pageOf(user),
  access,
});

export const exportUsers = endpoint({
  name: 'user.export',
  summary: 'Every user with role, groups, tokens and last use, as JSON or CSV; recorded against the admin who asks',
  method: 'GET',
  path: '/api/users/export',
  subject: 'svc.gateway.user.export',
  response: z.union([
    z.object({
      schema: z.literal('svc.export/v1'),
      kind: z.literal('users'),
      created_at: z.string(),
      users: z.array(
        user.omit({ etag: true }).extend({
          tokens: z.array(
            z.object({
              id: z.uuid(),
              name: z.string(),
              scopes: z.array(z.string()),
              expires_at: z.string().nullable(),
              last_used_at: z.string().nullable(),
            }),
          ),
        }),
      ),
    }),
    fileReply,
  ]),
  produces: ['text/csv'],
  negotiates: true,
  access,
});

export const getUser = endpoint({
  name: 'user.get',
  summary: 'A user',
  method: 'GET',
  path: '/api/users/{login}',
  subject: 'svc.gateway.user.get',
  params: byLogin,
  response: user,
  problems: ['not-found'],
  access,
  target,
  etag: (it) => it.etag,
});

export const updateUser = endpoint({
  name: 'user.update',
  summary: 'Changes a user; disabling one ends every session and token of theirs at once',
  method: 'PUT',
  path: '/api/users/{login}',
  subject: 'svc.gateway.user.update',
  ifMatch: true,
  params: byLogin,
  body: z.strictObject({ name, email, role, groups, disabled: z.boolean() }),
  response: user,
  problems: ['not-found', 'conflict', 'forbidden', 'precondition-failed', 'precondition-required'],
  access,
  target,
  records: ['role', 'groups', 'disabled'],
  etag: (it) => it.etag,
});

export const setPassword = endpoint({
  name: 'user.password',
  summary: 'Sets a local user’s password and ends their sessions; people change their own by naming the current one',
  method: 'PUT',
  path: '/api/users/{login}/password',
  subject: 'svc.gateway.user.password',
  status: 204,
  params: byLogin,
  body: z.strictObject({ password, current: z.string().max(200).optional() }),
  response: z.object({}),
  problems: ['not-found', 'conflict', 'forbidden'],
  access: 'authenticated',
  target,
});

/**
 * For cert-service: what a derivation's author is worth at this moment, since code acts with the rights of whoever wrote
 * it. Null, and why in words, when they are nobody any more: disabled, revoked, expired.
 */
export const findAuthor = internalCall({
  name: 'author.find',
  subject: 'svc.gateway.author.find',
  request: z.strictObject({ id: z.string().min(1).max(200) }),
  response: z.object({ principal: principal.nullable(), why: z.string() }),
});
