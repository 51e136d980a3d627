import { type Principal, ProblemError } from '@svc/contracts';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const WINDOW_S = 60;

export interface RateLimitSettings {
  /** Requests a minute for each person, and for each token that acts for nobody. */
  readonly perPrincipal: number;
  /** Requests a minute for each address that shows no valid token. */
  readonly perAddress: number;
}

/** What a caller used of an allowance in the window that runs now. */
export interface Spent {
  readonly used: number;
  readonly limit: number;
  readonly window_seconds: number;
}

/** Where a caller stands, as the RateLimit header fields say it (draft-ietf-httpapi-ratelimit-headers). */
export type RateLimitFields = Readonly<{ 'ratelimit-policy': string; ratelimit: string }>;

/**
 * Bounds how often one caller may call this process. Kept in memory: no round trip on the way of every request, and
 * what it guards (this process) is what it counts; behind n replicas a caller gets up to n times as much.
 *
 * A person has one allowance, whichever of their sessions and tokens they use: making many tokens grows nothing. A machine's
 * token, which acts for nobody, has its own.
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
    return who === null
      ? this.take(this.addresses, address, this.settings.perAddress)
      : this.take(this.principals, who.id, this.settings.perPrincipal);
  }

  /** Where the caller stands, without taking anything. */
  async spent({ id }: Principal): Promise<Spent> {
    const limit = this.settings.perPrincipal;
    const used = (await this.principals.get(id))?.consumedPoints ?? 0;
    // What was refused is counted too, but nobody uses more than there is.
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
