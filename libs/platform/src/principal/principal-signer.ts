import { type KeyObject, sign } from 'node:crypto';
import { type Principal, ProblemError, type ServiceName } from '@svc/contracts';
import { BoundedCache } from './bounded-cache';
import { MAX_LIFE_MS, MAX_TOKEN_CHARS, type PrincipalClaims, signedBytes } from './principal-token';

/** A token is reused for this long, so that the one sent still lives at least four minutes. */
const REUSE_MS = 60_000;

export interface SignOptions {
  /** The job of this service on whose behalf a stored user or token principal is signed. */
  readonly job?: string;
}

/**
 * Signs principals with the service's own key. The gateway signs whom it authenticated; another service signs itself, or,
 * naming one of its jobs, the principal stored with that job. Verifiers refuse everything else.
 */
export class PrincipalSigner {
  private readonly recent = new BoundedCache<string, { readonly token: string; readonly until: number }>(1_000);

  constructor(
    private readonly service: ServiceName,
    private readonly key: KeyObject,
    private readonly now: () => number = Date.now,
  ) {}

  sign(principal: Principal, options: SignOptions = {}): string {
    const cacheKey = JSON.stringify([principal, options.job]);
    const known = this.recent.get(cacheKey);
    const iat = this.now();
    if (known !== undefined && known.until > iat) return known.token;
    const token = this.issue({ v: 1, iss: this.service, iat, exp: iat + MAX_LIFE_MS, principal, ...options });
    this.recent.set(cacheKey, { token, until: iat + REUSE_MS });
    return token;
  }

  private issue(claims: PrincipalClaims): string {
    const encoded = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const token = `${encoded}.${sign(null, signedBytes(encoded), this.key).toString('base64url')}`;
    if (token.length > MAX_TOKEN_CHARS)
      throw new ProblemError('forbidden', 'The caller is in too many groups for one request; map fewer of them.');
    return token;
  }
}
