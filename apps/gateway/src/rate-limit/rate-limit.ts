import { type Principal, ProblemError } from '@svc/contracts';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const WINDOW_S = 60;

export interface RateLimitSettings {
  /** Requests per minute for each person, and for each token without an owner. */
  readonly perPrincipal: number;
  /** Requests per minute for each address without a valid token. */
  readonly perAddress: number;
}

/** Usage of a rate limit in the current window. */
export interface Spent {
  readonly used: number;
  readonly limit: number;
  readonly window_seconds: number;
}

/** A caller's usage as in the RateLimit header fields (draft-ietf-httpapi-ratelimit-headers). */
export type RateLimitFields = Readonly<{ 'ratelimit-policy': string; ratelimit: string }>;

/**
 * Limits how often one caller may call this process. Kept in memory: no round trip for each request, and
 * it counts what it protects (this process); behind n replicas a caller gets up to n times as much.
 *
 * A person has one limit for all their sessions and tokens: creating more tokens does not raise it. A token
 * without an owner has a limit of its own.
 */
export class RateLimit {
  private readonly principals: RateLimiterMemory;
  private readonly addresses: RateLimiterMemory;

  constructor(private readonly settings: RateLimitSettings) {
    this.principals = new RateLimiterMemory({ points: settings.perPrincipal, duration: WINDOW_S });
    this.addresses = new RateLimiterMemory({ points: settings.perAddress, duration: WINDOW_S });
  }

  /** Counts one request of the caller; refuses with `rate-limited` above the limit. */
  spend(who: Principal | null, address: string): Promise<RateLimitFields> {
    return who === null
      ? this.take(this.addresses, address, this.settings.perAddress)
      : this.take(this.principals, who.id, this.settings.perPrincipal);
  }

  /** The caller's current usage; counts nothing. */
  async spent({ id }: Principal): Promise<Spent> {
    const limit = this.settings.perPrincipal;
    const used = (await this.principals.get(id))?.consumedPoints ?? 0;
    // Refused requests are counted too, but reported usage never exceeds the limit.
    return { used: Math.min(used, limit), limit, window_seconds: WINDOW_S };
  }

  private async take(limiter: RateLimiterMemory, key: string, quota: number): Promise<RateLimitFields> {
    try {
      return fields(await limiter.consume(key), quota);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      throw new ProblemError('rate-limited', `More than ${quota} requests in a minute. Try again in ${seconds} s.`, {
        retryAfter: seconds,
        data: { quota, window_seconds: WINDOW_S },
      });
    }
  }
}

function fields(state: RateLimiterRes, quota: number): RateLimitFields {
  return {
    'ratelimit-policy': `"default";q=${quota};w=${WINDOW_S}`,
    ratelimit: `"default";r=${state.remainingPoints};t=${Math.max(1, Math.ceil(state.msBeforeNext / 1000))}`,
  };
}
