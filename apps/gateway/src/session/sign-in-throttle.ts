import { Inject, Injectable } from '@nestjs/common';
import { ProblemError } from '@svc/contracts';
import { asDatabaseProblem } from '@svc/platform';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

export const ATTEMPT_WINDOW_S = 15 * 60;

/** Counts attempts over all replicas. `null` when there are no more points. */
export interface AttemptLimits {
  readonly perLogin: RateLimiterAbstract;
  readonly perAddress: RateLimiterAbstract;
}

/** Injects the {@link AttemptLimits}. */
export const ATTEMPT_LIMITS = Symbol('gateway.attempt-limits');

/** Bounds how often a password may be guessed: for one login from everywhere, and from one address for all logins. */
@Injectable()
export class SignInThrottle {
  constructor(@Inject(ATTEMPT_LIMITS) private readonly limits: AttemptLimits) {}

  /** Taken before a password is looked at, so that attempts side by side count too. */
  async spend(login: string, address: string): Promise<void> {
    await take(this.limits.perAddress, address);
    await this.spendLogin(login);
  }

  async spendLogin(login: string): Promise<void> {
    await take(this.limits.perLogin, login);
  }

  /** Somebody knew the password: their login starts afresh, and the attempt does not count against the address. */
  async forgive(login: string, address?: string): Promise<void> {
    await this.limits.perLogin.delete(login);
    if (address !== undefined) await this.limits.perAddress.reward(address, 1);
  }
}

async function take(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw asDatabaseProblem(error);
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw new ProblemError(
      'rate-limited',
      `Too many attempts to sign in. Try again in ${Math.ceil(seconds / 60)} minutes.`,
      { retryAfter: seconds },
    );
  }
}
