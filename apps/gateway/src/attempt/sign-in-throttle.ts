import { isIPv6 } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { ProblemError } from '@svc/contracts';
import { asDatabaseProblem } from '@svc/platform';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

export const ATTEMPT_WINDOW_S = 15 * 60;

/** Counts attempts over all replicas. `null` when the limit is reached. */
export interface AttemptLimits {
  /** For one login on one known device, from one address, or in its own session: an attacker there locks out only themselves. */
  readonly perOrigin: RateLimiterAbstract;
  /** For one login from all addresses, on unknown devices. */
  readonly perLogin: RateLimiterAbstract;
  /** From one address for all logins, on unknown devices. */
  readonly perAddress: RateLimiterAbstract;
}

/** Injects the {@link AttemptLimits}. */
export const ATTEMPT_LIMITS = Symbol('gateway.attempt-limits');

/** The origin of an attempt: a known device, by its id, or an address. */
export type AttemptOrigin = { readonly device: string } | { readonly address: string } | { readonly session: 'own' };

/**
 * Limits password guesses. The limit that a few addresses can reach applies to those addresses only; the one
 * that many can reach together applies to unknown devices only, so nobody can lock users out of their own browsers.
 */
@Injectable()
export class SignInThrottle {
  constructor(@Inject(ATTEMPT_LIMITS) private readonly limits: AttemptLimits) {}

  /** Counted before the password is checked, so that parallel attempts count too. */
  async spend(login: string, from: AttemptOrigin): Promise<void> {
    const { perOrigin, perLogin, perAddress } = this.limits;
    if ('address' in from) await take(perAddress, networkOf(from.address));
    await take(perOrigin, keyOf(login, from));
    if ('address' in from) await take(perLogin, login);
  }

  /** The password was right: reset the counter here, and do not charge the attempt to the others. */
  async forgive(login: string, from: AttemptOrigin): Promise<void> {
    const { perOrigin, perLogin, perAddress } = this.limits;
    await perOrigin.delete(keyOf(login, from));
    if (!('address' in from)) return;
    await perLogin.reward(login, 1);
    await perAddress.reward(networkOf(from.address), 1);
  }
}

function keyOf(login: string, from: AttemptOrigin): string {
  const origin = 'address' in from ? networkOf(from.address) : 'device' in from ? `device ${from.device}` : 'session';
  return `${origin} ${login}`;
}

/** A single IPv6 customer has 2^64 addresses, so the whole prefix counts as one. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  const groups = [...first, ...zeros, ...last].slice(0, 4).map((it) => it.replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`;
}

async function take(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw asDatabaseProblem(error);
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw new ProblemError(
      'rate-limited',
      `Too many attempts to sign in. Try again in ${Math.ceil(seconds / 60)} minutes, or in a browser in which you have signed in before.`,
      { retryAfter: seconds },
    );
  }
}
