import { z } from 'zod';
import { digest, timestamp } from '../json';
import { groupName } from '../object-access/object-access';
import { role } from '../access/role';

/** How somebody is named for good: what they own carries it, so it is never changed and never given to somebody else. */
// `export` is a path beside the logins.
export const login = z
  .string()
  .max(100)
  .regex(/^(?!export$)[a-z0-9][a-z0-9._@+-]*$/, 'must be lower-case letters, digits and . _ @ + -, and not "export"');

/** Long enough to need no rule about its letters (NIST SP 800-63B §3.1.1); the upper bound keeps hashing cheap. */
export const password = z.string().min(15).max(200);

/** Somebody who may sign in. `oidc`: their role and groups come from the identity provider at every sign-in. */
export const user = z.object({
  login,
  name: z.string(),
  email: z.string().nullable(),
  source: z.enum(['local', 'oidc']),
  role,
  groups: z.array(groupName),
  /** Nothing of theirs works any more: sign-in, sessions, tokens. */
  disabled: z.boolean(),
  created_at: timestamp,
  last_seen_at: timestamp.nullable(),
  etag: digest,
});
export type User = z.infer<typeof user>;
