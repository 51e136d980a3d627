import { verify } from 'node:crypto';
import { type Principal, ProblemError } from '@svc/contracts';
import { BoundedCache } from './bounded-cache';
import type { Keyring } from './principal-keys';
import { MAX_LIFE_MS, MAX_TOKEN_CHARS, type PrincipalClaims, principalClaims, signedBytes } from './principal-token';

/** Clocks of two machines may differ by this much. */
const SKEW_MS = 5_000;

/**
 * Reads signed principals. Refuses, as `unauthenticated`: none, malformed, expired or not yet valid, living longer than
 * five minutes, signed by an unknown or wrong key, and a principal that its issuer may not speak for.
 * A token is verified once and then known by its text until it expires.
 */
export class PrincipalVerifier {
  private readonly known = new BoundedCache<string, PrincipalClaims>(5_000);

  constructor(
    private readonly keyring: Keyring,
    private readonly now: () => number = Date.now,
  ) {}

  verify(token: string | undefined): Principal {
    if (token === undefined || token === '') throw refusal('The request names no principal.');
    const seen = this.known.get(token);
    const claims = seen ?? this.check(token);
    if (claims.exp + SKEW_MS < this.now()) throw refusal('The principal has expired.');
    if (seen === undefined) this.known.set(token, claims);
    return claims.principal;
  }

  private check(token: string): PrincipalClaims {
    const [encoded, signature, ...rest] = token.split('.');
    if (encoded === undefined || signature === undefined || rest.length > 0 || token.length > MAX_TOKEN_CHARS)
      throw refusal('The principal is malformed.');
    const claims = readClaims(encoded);
    const keys = this.keyring.get(claims.iss) ?? [];
    if (!keys.some((key) => verify(null, signedBytes(encoded), key, Buffer.from(signature, 'base64url')))) {
      throw refusal('The signature of the principal does not verify.');
    }
    if (claims.iat > this.now() + SKEW_MS || claims.exp - claims.iat > MAX_LIFE_MS)
      throw refusal('The principal is valid at the wrong time.');
    if (!maySpeakFor(claims)) throw refusal(`"${claims.iss}" may not speak for this principal.`);
    return freeze(claims);
  }
}

/** The gateway speaks for people; a service for itself, and for a stored principal while it runs one of its own jobs. */
function maySpeakFor({ iss, principal, job }: PrincipalClaims): boolean {
  if (principal.kind === 'service') return principal.id === `service:${iss}`;
  return iss === 'gateway' || (job !== undefined && job.startsWith(`${iss}_`));
}

function readClaims(encoded: string): PrincipalClaims {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
  } catch (cause) {
    throw refusal('The principal is malformed.', cause);
  }
  const parsed = principalClaims.safeParse(value);
  if (!parsed.success) throw refusal('The principal is malformed.', parsed.error);
  return parsed.data;
}

/** Callers share the cached claims, so nobody may change them. */
function freeze(claims: PrincipalClaims): PrincipalClaims {
  Object.freeze(claims.principal.scopes);
  Object.freeze(claims.principal.groups);
  Object.freeze(claims.principal);
  return Object.freeze(claims);
}

function refusal(detail: string, cause?: unknown): ProblemError {
  return new ProblemError('unauthenticated', detail, cause === undefined ? {} : { cause });
}
