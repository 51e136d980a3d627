import type { KeyObject } from 'node:crypto';
import { type Principal, ProblemError, type ServiceName } from '@svc/contracts';
import { BoundedCache } from './bounded-cache';
import { MAX_LIFE_MS, MAX_TOKEN_CHARS, type PrincipalClaims, PURPOSE, type SenderClaims } from './principal-token';
import { signClaims } from './signed-claims';

/** A token is reused for this long, so that the one sent still lives at least four minutes. */
const REUSE_MS = 60_000;

/**
 * Signs with the service's own key: the gateway whom it authenticated, another service itself, or one of its jobs on the
 * strength of the gateway's grant for it; and each of them the messages that it sends. Verifiers refuse everything else.
 */
export class PrincipalSigner {
  private readonly recent = new BoundedCache<string, { readonly token: string; readonly until: number }>(1_000);

  constructor(
    private readonly service: ServiceName,
    private readonly key: KeyObject,
    private readonly now: () => number = Date.now,
  ) {}

  sign(principal: Principal): string {
    const token = this.reused(['principal', principal], PURPOSE.principal, { principal });
    if (token.length > MAX_TOKEN_CHARS)
      throw new ProblemError('forbidden', 'The caller is in too many groups for one request; map fewer of them.');
    return token;
  }

  /** Speaks for whoever started `job`, which is this service's. `grant` is what the gateway signed for them then. */
  signForJob(job: string, grant: string): string {
    return this.reused(['job', job, grant], PURPOSE.principal, { job, grant });
  }

  /** Says that this service sends a message to `subject`. */
  signSender(subject: string): string {
    return this.reused(['sender', subject], PURPOSE.sender, { to: subject });
  }

  private reused(
    key: readonly unknown[],
    purpose: string,
    said:
      { readonly principal: Principal } | { readonly job: string; readonly grant: string } | { readonly to: string },
  ): string {
    const cacheKey = JSON.stringify(key);
    const known = this.recent.get(cacheKey);
    const iat = this.now();
    if (known !== undefined && known.until > iat) return known.token;
    const claims: PrincipalClaims | SenderClaims = { v: 1, iss: this.service, iat, exp: iat + MAX_LIFE_MS, ...said };
    const token = signClaims(purpose, claims, this.key);
    this.recent.set(cacheKey, { token, until: iat + REUSE_MS });
    return token;
  }
}
