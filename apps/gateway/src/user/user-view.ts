import { sha256Digest } from '@svc/audit-chain';
import type { User } from '@svc/contracts';
import type { StoredUser } from './user.ports';

/** A user as shown to those who manage users. The entity tag covers what can be changed, so last use does not change it. */
export function toUser(user: StoredUser): User {
  const { login, name, email, role, disabled } = user;
  const groups = [...user.groups];
  const source = user.subject === null ? 'local' : 'oidc';
  const etag = sha256Digest({ login, name, email, role, groups, disabled });
  return {
    login,
    name,
    email,
    source,
    role,
    groups,
    disabled,
    created_at: user.createdAt.toISOString(),
    last_seen_at: user.lastSeenAt?.toISOString() ?? null,
    etag,
  };
}
