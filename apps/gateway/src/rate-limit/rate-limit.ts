import { type Principal, ProblemError } from '@svc/contracts';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const WINDOW_S = 60;

export interface RateLimitSettings {
  /** Requests a minute for each principal. */
  readonly perPrincipal: number;
  /** Requests a minute for each address that shows no valid token. */
  readonly perAddress: number;
}

/** Where a caller stands, as the RateLimit header fields say it (draft-ietf-httpapi-ratelimit-headers). */
export type RateLimitFields = Readonly<{ 'ratelimit-policy': string; ratelimit: string }>;

/**
 * Bounds how often one caller may call this process. Kept in memory: no round trip on the way of every request, and
 * what it guards (this process) is what it counts; behind n replicas a caller gets up to n times as much.
 */
export class RateLimit {
  private readonly principals: RateLimiterMemory;
  private readonly addresses: RateLimiterMemory;

  constructor(private readonly settings: RateLimitSettings) {
    this.principals = new RateLimiterMemory({ points: settings.perPrincipal, duration: WINDOW_S });
    this.addresses = new RateLimiterMemory({ points: settings.perAddress, duration: WINDOW_S });
  }

  /** Takes one request from the caller's allowance; refuses with `rate-limited` when nothing is left. */
  spend(who: Principal | null, address: string): Promise<RateLimitFields> {
    return who === null ? this.take(this.addresses, address, this.settings.perAddress) : this.take(this.principals, who.id, this.settings.perPrincipal);
  }

  private async take(limiter: RateLimiterMemory, key: string, quota: number): Promise<RateLimitFields> {
    try {
      return fields(await limiter.consume(key), quota);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      throw new ProblemError('rate-limited', `More than ${quota} requests in a minute. Go on in ${seconds} s.`, { retryAfter: seconds, data: { quota, window_seconds: WINDOW_S } });
    }
  }
}

function fields(state: RateLimiterRes, quota: number): RateLimitFields {
  return {
    'ratelimit-policy': `"default";q=${quota};w=${WINDOW_S}`,
    ratelimit: `"default";r=${state.remainingPoints};t=${Math.max(1, Math.ceil(state.msBeforeNext / 1000))}`,
  };
}
