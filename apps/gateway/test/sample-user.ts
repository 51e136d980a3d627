import type { StoredUser } from '../src/user/user.ports';

/** A local viewer without groups, created at the epoch; `more` overrides. */
export function sampleUser(login: string, more: Partial<StoredUser> = {}): StoredUser {
  return {
    login,
    name: login,
    email: null,
    subject: null,
    role: 'viewer',
    groups: [],
    disabled: false,
    createdAt: new Date(0),
    lastSeenAt: null,
    ...more,
  };
}
