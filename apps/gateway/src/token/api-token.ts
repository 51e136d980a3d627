import { type Principal, ProblemError, type Role, ROLE_SCOPES, ROLES, type Scope, type Token } from '@svc/contracts';

/** A token as the gateway knows it. The secret is never part of it. */
export interface ApiToken {
  readonly id: string;
  readonly name: string;
  /** `user:<login>` of the person it acts for; null for a machine's token. */
  readonly owner: string | null;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** The name of a token as a principal, or as the credential of one. */
export function principalOf({ id }: Pick<ApiToken, 'id'>): string {
  return `token:${id}`;
}

/** `user:<login>` for a person, whichever token or session they use; null for a machine. */
export function personOf({ id }: Pick<Principal, 'id'>): string | null {
  return id.startsWith('user:') ? id : null;
}

/** True for the caller's own tokens: a person's, or a machine's own and those it created. */
export function belongsTo(token: ApiToken, who: Pick<Principal, 'id'>): boolean {
  return (token.owner ?? token.createdBy) === who.id || principalOf(token) === who.id;
}

/** True when this very token made the call. */
function isBearerOf(token: ApiToken, who: Principal): boolean {
  return [who.id, who.via].includes(principalOf(token));
}

/** True while somebody can still use it. */
export function isLive({ revokedAt, expiresAt }: ApiToken, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

/**
 * The scopes of a new token: those requested, or all of its role. Refuses a scope outside the role, and anything the
 * creator does not hold: a token may pass on its rights, never exceed them.
 */
export function grantedScopes(asked: readonly Scope[] | undefined, role: Role, maker: Principal): Scope[] {
  const scopes = [...new Set(asked ?? ROLE_SCOPES[role])];
  const outside = scopes.filter((it) => !ROLE_SCOPES[role].includes(it));
  if (outside.length > 0)
    throw new ProblemError(
      'forbidden',
      `The role "${role}" does not include ${list(outside)}. Choose another role or leave them out.`,
      { data: { scopes: outside } },
    );
  if (isAbove(role, maker.role))
    throw new ProblemError('forbidden', `A token of role "${maker.role}" cannot create one of role "${role}".`);
  const missing = scopes.filter((it) => !maker.scopes.includes(it));
  if (missing.length > 0)
    throw new ProblemError(
      'forbidden',
      `Your token does not have ${list(missing)}, so it cannot grant them. Name the scopes you want.`,
      { data: { scopes: missing } },
    );
  return scopes;
}

/** Refuses to reveal the secret of a token that may do more than the caller; every token may rotate itself. */
export function requireNoGrowth(token: ApiToken, who: Principal): void {
  if (isBearerOf(token, who)) return;
  const missing = token.scopes.filter((it) => !who.scopes.includes(it));
  if (missing.length === 0 && !isAbove(token.role, who.role)) return;
  throw new ProblemError(
    'forbidden',
    'This token has more rights than the one you call with, so you cannot get a secret of it. Revoke it and create a new one.',
    { data: { scopes: missing } },
  );
}

/** When a new token expires: no later than the token that creates it, so that a token stolen for a day is useless tomorrow. */
export function expiryOf(days: number, now: Date, maker: ApiToken | null): Date {
  const asked = new Date(now.getTime() + days * DAY_MS);
  return maker?.expiresAt != null && maker.expiresAt < asked ? maker.expiresAt : asked;
}

const DAY_MS = 24 * 3_600_000;

/** True when it withholds nothing of its role, and so goes on having all of it when an upgrade adds to the role. */
export function isWholeRole({ role, scopes }: Pick<ApiToken, 'role' | 'scopes'>): boolean {
  return ROLE_SCOPES[role].every((it) => scopes.includes(it));
}

/** The wire form. */
export function toToken(token: ApiToken): Token {
  return {
    id: token.id,
    name: token.name,
    owner: token.owner,
    role: token.role,
    scopes: [...token.scopes],
    created_at: token.createdAt.toISOString(),
    created_by: token.createdBy,
    expires_at: token.expiresAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    revoked_at: token.revokedAt?.toISOString() ?? null,
  };
}

/** True when `one` may do more than `other`. */
function isAbove(one: Role, other: Role): boolean {
  return ROLES.indexOf(one) > ROLES.indexOf(other);
}

function list(scopes: readonly Scope[]): string {
  return scopes.map((it) => `"${it}"`).join(', ');
}
