import type { DataSource } from 'typeorm';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { ATTEMPT_WINDOW_S, type AttemptLimits } from '../sign-in-throttle';

/** Counters in table `sign_in_attempt`: shared by all replicas, and preserved across restarts. */
export function postgresAttemptLimits(
  source: DataSource,
  attempts: Readonly<Record<keyof AttemptLimits, number>>,
): AttemptLimits {
  const limiter = (keyPrefix: string, points: number): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient: source,
      storeType: 'typeorm',
      schemaName: 'gateway',
      tableName: 'sign_in_attempt',
      tableCreated: true,
      keyPrefix,
      points,
      duration: ATTEMPT_WINDOW_S,
    });
  return {
    perOrigin: limiter('origin', attempts.perOrigin),
    perLogin: limiter('login', attempts.perLogin),
    perAddress: limiter('address', attempts.perAddress),
  };
}
