import { setTimeout as delay } from 'node:timers/promises';
import { type ProblemCode, ProblemError } from '@svc/contracts';

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 100;
const RETRIED: readonly ProblemCode[] = ['unavailable', 'overloaded', 'deadline-exceeded'];

/**
 * Tries an idempotent call up to three times. Each attempt gets an equal share of the time left, and the handler is told so:
 * a lost attempt is over before the next one starts. Only outcomes that another replica may better are tried again.
 */
export async function withRetries<T>(
  deadline: number,
  signal: AbortSignal | undefined,
  attempt: (deadline: number) => Promise<T>,
): Promise<T> {
  for (let left = ATTEMPTS; ; left -= 1) {
    const now = Date.now();
    try {
      return await attempt(now + (deadline - now) / left);
    } catch (error) {
      const pause = FIRST_PAUSE_MS * 3 ** (ATTEMPTS - left) * (0.5 + Math.random());
      const hopeless = !(error instanceof ProblemError) || !RETRIED.includes(error.code) || signal?.aborted === true;
      if (hopeless || left === 1 || Date.now() + pause >= deadline) throw error;
      await delay(pause, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
    }
  }
}
