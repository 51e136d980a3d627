import { z } from 'zod';
import { principal } from '../access/access';
import { endpoint } from '../endpoint/endpoint';
import { timestamp } from '../json';

/** No part of the path: the gateway fills it in once it knows that there is such a user, so that the record holds nothing else that somebody typed. */
const who = { type: 'user', param: 'login' } as const;

/** The ways to sign in to this instance. */
export const getSignIn = endpoint({
  name: 'session.ways',
  summary: 'The ways to sign in: by password, by an identity provider, or by token alone',
  method: 'GET',
  path: '/api/session/ways',
  subject: 'svc.gateway.session.ways',
  response: z.object({ password: z.boolean(), oidc: z.object({ issuer: z.url(), start: z.string() }).nullable() }),
  access: 'public',
});

/** Who is signed in, and until when. */
export const signedIn = z.object({ principal, expires_at: timestamp });
export type SignedIn = z.infer<typeof signedIn>;

/** `secret` and `device` reach the gateway's cookie writer and never a body. */
export const signIn = endpoint({
  name: 'session.begin',
  summary: 'Signs a local user in; the session is a cookie, for browsers',
  method: 'POST',
  path: '/api/session',
  subject: 'svc.gateway.session.begin',
  status: 201,
  body: z.strictObject({ login: z.string().min(1).max(100), password: z.string().min(1).max(200) }),
  response: signedIn.extend({ secret: z.string(), device: z.string() }),
  problems: ['unauthenticated', 'forbidden', 'rate-limited'],
  access: 'public',
  session: 'begins',
  target: who,
});

export const getSession = endpoint({
  name: 'session.get',
  summary: 'The session that this cookie belongs to',
  method: 'GET',
  path: '/api/session',
  subject: 'svc.gateway.session.get',
  response: signedIn,
  problems: ['not-found'],
  access: 'authenticated',
});

export const signOut = endpoint({
  name: 'session.end',
  summary: 'Ends the session; `everywhere=true` ends all of this person’s',
  method: 'DELETE',
  path: '/api/session',
  subject: 'svc.gateway.session.end',
  query: z.strictObject({ everywhere: z.enum(['true', 'false']).default('false') }),
  response: z.object({
    ended: z.int().nonnegative(),
    /** Where the identity provider ends its own session; null when there is none. */ provider_logout: z
      .string()
      .nullable(),
  }),
  access: 'authenticated',
  session: 'ends',
});

/** Both are visited by a browser: they answer with a redirect, and with a problem document when something is wrong. */
export const beginOidc = endpoint({
  name: 'session.oidc',
  summary: 'Sends the browser to the identity provider',
  method: 'GET',
  path: '/api/session/oidc',
  subject: 'svc.gateway.session.oidc',
  status: 303,
  query: z.strictObject({
    /** A path on this server to come back to. */ return_to: z
      .string()
      .max(500)
      .regex(/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/, 'must be a path on this server')
      .default('/'),
  }),
  response: z.object({ location: z.string(), secret: z.string() }),
  problems: ['not-found', 'unavailable'],
  access: 'public',
  session: 'waits',
  location: (it) => it.location,
});

export const finishOidc = endpoint({
  name: 'session.callback',
  summary: 'Where the identity provider sends the browser back to',
  method: 'GET',
  path: '/api/session/oidc/callback',
  subject: 'svc.gateway.session.callback',
  status: 303,
  // Providers add parameters of their own (`session_state`, `iss`), so this query is open.
  query: z.looseObject({
    state: z.string().max(500).optional(),
    code: z.string().max(4096).optional(),
    error: z.string().max(200).optional(),
  }),
  response: signedIn.extend({ location: z.string(), secret: z.string() }),
  problems: ['not-found', 'unauthenticated', 'forbidden', 'unavailable'],
  access: 'public',
  session: 'begins',
  target: who,
  location: (it) => it.location,
});
