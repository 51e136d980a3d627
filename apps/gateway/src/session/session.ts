import { type Principal, ROLE_SCOPES } from '@svc/contracts';
import type { StoredUser } from '../user/user.ports';

/** A browser that is signed in. Its secret is never part of it. */
export interface Session {
  readonly id: string;
  readonly login: string;
  readonly createdAt: Date;
  /** It ends then, however much it is used. */
  readonly expiresAt: Date;
  readonly seenAt: Date;
  /** What the identity provider gave, sealed under the session's secret; null for local users. */
  readonly provider: Buffer | null;
  /** When the identity provider is to be asked whether it still vouches for them; null for never. */
  readonly recheckAt: Date | null;
}

export interface SessionLimits {
  /** A session that is not used for so long has ended. */
  readonly idleMs: number;
  readonly absoluteMs: number;
}

/** When the session ends unless it is used. */
export function endOf({ expiresAt, seenAt }: Session, { idleMs }: SessionLimits): Date {
  return new Date(Math.min(expiresAt.getTime(), seenAt.getTime() + idleMs));
}

/** Who calls in this session: the person, with all that their role holds. */
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
