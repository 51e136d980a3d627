import { type Principal, ProblemError, type Role, ROLE_SCOPES, ROLES, type Scope, type Token } from '@svc/contracts';

/** A token as the gateway knows it. The secret is never part of it. */
export interface ApiToken {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Who a token's bearer is, or why the token is no good any more. */
export type Standing = { readonly kind: 'good'; readonly principal: Principal } | { readonly kind: 'expired' } | { readonly kind: 'revoked' };

/** What a token is worth at `now`. */
export function standingOf(token: ApiToken, now: Date): Standing {
  if (token.revokedAt !== null) return { kind: 'revoked' };
  if (token.expiresAt !== null && token.expiresAt <= now) return { kind: 'expired' };
  return { kind: 'good', principal: { id: `token:${token.id}`, kind: 'token', role: token.role, scopes: [...token.scopes], groups: [] } };
}

/**
 * The scopes of a new token: those asked for, or all of its role. Refuses a scope outside the role, and anything the
 * maker does not hold itself: a token may hand on its powers, never grow them.
 */
export function grantedScopes(asked: readonly Scope[] | undefined, role: Role, maker: Principal): Scope[] {
  const scopes = [...new Set(asked ?? ROLE_SCOPES[role])];
  const outside = scopes.filter((it) => !ROLE_SCOPES[role].includes(it));
  if (outside.length > 0) throw new ProblemError('forbidden', `The role "${role}" cannot hold ${list(outside)}. Choose another role or leave them out.`, { data: { scopes: outside } });
  if (ROLES.indexOf(role) > ROLES.indexOf(maker.role)) throw new ProblemError('forbidden', `A token of role "${maker.role}" cannot make one of role "${role}".`);
  const missing = scopes.filter((it) => !maker.scopes.includes(it));
  if (missing.length > 0) throw new ProblemError('forbidden', `Your token does not hold ${list(missing)}, so it cannot hand them on. Name the scopes you want.`, { data: { scopes: missing } });
  return scopes;
}

/** The wire form. */
export function toToken(token: ApiToken): Token {
  return {
    id: token.id,
    name: token.name,
    owner: null,
    role: token.role,
    scopes: [...token.scopes],
    created_at: token.createdAt.toISOString(),
    created_by: token.createdBy,
    expires_at: token.expiresAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    revoked_at: token.revokedAt?.toISOString() ?? null,
  };
}

function list(scopes: readonly Scope[]): string {
  return scopes.map((it) => `"${it}"`).join(', ');
}
