import { type Principal, type Role, ROLE_SCOPES, ROLES } from '@svc/contracts';
import type { StoredUser } from '../user/user.ports';
import { type ApiToken, principalOf } from './api-token';

/** A token, as found by one of its secrets. */
export interface FoundToken {
  readonly token: ApiToken;
  /** Until when that secret works; null for the newest, which works as long as the token. */
  readonly secretUntil: Date | null;
}

/** Why a secret is invalid. */
export type TokenFault = 'unknown' | 'expired' | 'revoked' | 'replaced' | 'disabled';

/** The bearer of a token, or why its secret is invalid. */
export type Standing =
  { readonly kind: 'good'; readonly token: ApiToken; readonly principal: Principal } | { readonly kind: TokenFault };

/** What invalidates the token itself, whoever owns it. */
export function faultOf({ token, secretUntil }: FoundToken, now: Date): TokenFault | null {
  if (token.revokedAt !== null) return 'revoked';
  if (token.expiresAt !== null && token.expiresAt <= now) return 'expired';
  return secretUntil !== null && secretUntil <= now ? 'replaced' : null;
}

/** The principal of a token without an owner. */
export function bearerOf(token: ApiToken): Principal {
  return { id: principalOf(token), kind: 'token', role: token.role, scopes: [...token.scopes], groups: [] };
}

/** A person's token has the person's current rights, minus what it withholds; null once they are disabled. */
export function bearerFor(token: ApiToken, owner: StoredUser | null): Principal | null {
  if (owner === null || owner.disabled) return null;
  return {
    id: `user:${owner.login}`,
    kind: 'token',
    role: lesser(token.role, owner.role),
    scopes: token.scopes.filter((it) => ROLE_SCOPES[owner.role].includes(it)),
    groups: [...owner.groups],
    via: principalOf(token),
  };
}

function lesser(one: Role, other: Role): Role {
  return ROLES.indexOf(one) < ROLES.indexOf(other) ? one : other;
}
