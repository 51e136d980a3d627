import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;

/**
 * Resolves once `condition` holds; asks again and again until then. It never gives up: how fast the machine is decides no
 * test, and the test's own time-out ends a wait in vain. The only way in which specs wait (an architecture test sees to it).
 */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(POLL_MS);
}
