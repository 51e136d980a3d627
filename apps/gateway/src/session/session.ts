import { type Principal, ROLE_SCOPES } from '@svc/contracts';
import type { StoredUser } from '../user/user.ports';

/** A signed-in browser. Its secret is never part of it. */
export interface Session {
  readonly id: string;
  readonly login: string;
  readonly createdAt: Date;
  /** It ends then, however much it is used. */
  readonly expiresAt: Date;
  readonly seenAt: Date;
  /** What the identity provider gave, sealed under the session's secret; null for local users. */
  readonly provider: Buffer | null;
  /** When the identity provider must be asked again whether it vouches for them; null for never. */
  readonly recheckAt: Date | null;
}

export interface SessionLimits {
  /** A session ends after this long without use. */
  readonly idleMs: number;
  readonly absoluteMs: number;
}

/** When the session ends unless it is used. */
export function endOf({ expiresAt, seenAt }: Session, { idleMs }: SessionLimits): Date {
  return new Date(Math.min(expiresAt.getTime(), seenAt.getTime() + idleMs));
}

/** The principal of this session: the person, with all rights of their role. */
export function principalOf({ login, role, groups }: StoredUser, session: Session): Principal {
  return {
    id: `user:${login}`,
    kind: 'user',
    role,
    scopes: [...ROLE_SCOPES[role]],
    groups: [...groups],
    via: `session:${session.id}`,
  };
}
