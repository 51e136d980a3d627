import { ProblemError } from '@svc/contracts';

/** How often a caller asks whether its call is still worked on; shorter calls never ask. */
const ASK_EVERY_MS = 2_000;
/** How long the question may take. Less than the pause between two, so they never overlap. */
export const ANSWERS_WITHIN_MS = 1_500;
/** Questions without an answer after which the process that took the call counts as dead; one may be lost to a busy moment. */
const MISSES = 3;

/**
 * Notices within ten seconds that the process working on a call is gone, however far away the call's deadline is.
 *
 * @param ask whether some replica says that it works on the call
 * @param gone called once, when none did several times in a row
 * @returns ends the watch
 */
export function watchPresence(ask: () => Promise<boolean>, gone: (reason: ProblemError) => void): () => void {
  let missed = 0;
  const timer = setInterval(() => {
    void ask().then((present) => {
      missed = present ? 0 : missed + 1;
      if (missed < MISSES) return;
      clearInterval(timer);
      gone(
        new ProblemError(
          'unavailable',
          'The process that handled this call ended; the call may still have taken effect. Try again.',
          { retryAfter: 1 },
        ),
      );
    });
  }, ASK_EVERY_MS);
  return () => clearInterval(timer);
}
