import {
  coversSubject,
  type Principal,
  ProblemError,
  SERVICE_RIGHTS,
  type ServiceName,
  type ServiceRights,
} from '@svc/contracts';
import { BoundedCache } from './bounded-cache';
import type { Keyring } from './principal-keys';
import {
  MAX_JOB_AGE_MS,
  MAX_LIFE_MS,
  MAX_TOKEN_CHARS,
  type PrincipalClaims,
  principalClaims,
  PURPOSE,
  type SenderClaims,
  senderClaims,
} from './principal-token';
import { RefusedCredential } from './refused-credential';
import { type ClaimsForm, verifiedClaims } from './signed-claims';

/** Clocks of two machines may differ by this much. */
const SKEW_MS = 5_000;

/** A grant inside another credential is written in base64 once more. */
const maxChars = MAX_TOKEN_CHARS * 1.5;

const PRINCIPAL: ClaimsForm<PrincipalClaims> = { purpose: PURPOSE.principal, schema: principalClaims, maxChars };
const SENDER: ClaimsForm<SenderClaims> = { purpose: PURPOSE.sender, schema: senderClaims, maxChars };

/** A verified credential: whom it speaks for, and until when. */
interface Verified {
  readonly principal: Principal;
  readonly exp: number;
}

/**
 * Reads signed credentials. Refuses, as `unauthenticated`: none, malformed, expired or not yet valid, living longer than
 * five minutes, signed by an unknown or wrong key, and a principal that its issuer may not speak for: people and machines
 * are the gateway's to vouch for, a service is itself with its listed rights, and a job is its starter's by the gateway's
 * grant. A token is verified once and then known by its text until it expires.
 */
export class PrincipalVerifier {
  private readonly known = new BoundedCache<string, Verified>(5_000);
  private readonly senders = new BoundedCache<string, SenderClaims>(5_000);

  constructor(
    private readonly keyring: Keyring,
    private readonly now: () => number = Date.now,
    private readonly rights: Readonly<Record<ServiceName, ServiceRights>> = SERVICE_RIGHTS,
  ) {}

  verify(token: string | undefined): Principal {
    if (token === undefined || token === '') throw new RefusedCredential('The request names no principal.', null);
    const seen = this.known.get(token);
    const verified = seen ?? this.check(token);
    if (verified.exp + SKEW_MS < this.now()) throw expired();
    if (seen === undefined) this.known.set(token, verified);
    return verified.principal;
  }

  /**
   * Who sent the message to `subject`, by the header `svc-sender`; refuses who may not call it, and (`forbidden`) who
   * calls in its own name what it may call in that of others only.
   */
  verifySender(token: string | undefined, subject: string, principal: Principal): ServiceName {
    if (token === undefined || token === '') throw new RefusedCredential('The request names no sender.', null);
    const seen = this.senders.get(token);
    const claims = seen ?? this.signed(token, SENDER);
    if (claims.exp + SKEW_MS < this.now()) throw expired();
    if (seen === undefined) this.senders.set(token, claims);
    const { calls, asItself } = this.rights[claims.iss];
    if (claims.to !== subject) throw new RefusedCredential(`"${claims.iss}" sent this to "${claims.to}".`, claims.iss);
    if (!coversSubject(calls, subject))
      throw new RefusedCredential(`"${claims.iss}" may not call "${subject}".`, claims.iss);
    if (principal.kind !== 'service') return claims.iss;
    if (principal.id !== `service:${claims.iss}`)
      throw new RefusedCredential(`"${claims.iss}" sent what "${principal.id}" signed.`, claims.iss);
    if (!coversSubject(asItself, subject))
      throw new RefusedCredential(`"${claims.iss}" may not call "${subject}" in its own name.`, claims.iss);
    return claims.iss;
  }

  private check(token: string): Verified {
    const claims = this.signed(token, PRINCIPAL);
    const principal = 'grant' in claims ? this.granted(claims) : claims.principal;
    if ('principal' in claims && !this.maySpeakFor(claims.iss, principal))
      throw new RefusedCredential(
        `"${claims.iss}" may not act for "${principal.id}" with the rights that it claims.`,
        claims.iss,
      );
    return { principal: freeze(principal), exp: claims.exp };
  }

  /** The gateway's word for the starter of a job; the grant is old by then, but no older than a job may be. */
  private granted({ iss, job, grant }: Extract<PrincipalClaims, { grant: string }>): Principal {
    const inner = this.signed(grant, PRINCIPAL);
    if (!job.startsWith(`${iss}_`)) throw new RefusedCredential(`"${job}" is not a job of "${iss}".`, iss);
    if (!('principal' in inner) || inner.iss !== 'gateway' || inner.principal.kind === 'service')
      throw new RefusedCredential(`"${iss}" has no grant of the gateway for the job "${job}".`, iss);
    if (inner.iat + MAX_JOB_AGE_MS < this.now())
      throw new ProblemError(
        'unauthenticated',
        'The job is too old to act for the caller who started it; start it again.',
      );
    return inner.principal;
  }

  private maySpeakFor(iss: ServiceName, { kind, id, role, scopes, groups }: Principal): boolean {
    if (kind !== 'service') return iss === 'gateway';
    const rights = this.rights[iss].scopes;
    const plain = role === 'viewer' && groups.length === 0 && scopes.every((scope) => rights.includes(scope));
    return id === `service:${iss}` && plain;
  }

  private signed<T extends { readonly iss: ServiceName; readonly iat: number; readonly exp: number }>(
    token: string,
    form: ClaimsForm<T>,
  ): T {
    const claims = verifiedClaims(token, form, (issuer) => this.keyring.get(issuer) ?? []);
    if (claims.iat > this.now() + SKEW_MS || claims.exp - claims.iat > MAX_LIFE_MS)
      throw new RefusedCredential('The credential is not valid at this time.', claims.iss);
    return claims;
  }
}

/** Old age is no attack: refused, and not audited. */
function expired(): ProblemError {
  return new ProblemError('unauthenticated', 'The principal has expired.');
}

/** Callers share the cached principal, so nobody may change it. */
function freeze(principal: Principal): Principal {
  Object.freeze(principal.scopes);
  Object.freeze(principal.groups);
  return Object.freeze(principal);
}
