import type { DiskStop } from '../disk-watch';
import { type OnProgress, type Worker, WorkFailed } from '../worker';

/** Why work was stopped from outside. */
export type StopReason = 'timeout' | 'cancelled' | 'gave-way' | 'disk-share' | DiskStop;

/** The work was stopped, by interrupt or by force. */
export class WorkStopped extends Error {
  override readonly name = 'WorkStopped';

  constructor(readonly reason: StopReason) {
    super(`stopped: ${reason}`);
  }
}

export interface Supervision {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Fires when somebody else needs the worker more. */
  readonly giveWay: AbortSignal;
  /** Called with a function that stops the work when it takes too much disk; the returned function ends that watch. */
  readonly watchDisk?: ((stop: (why: DiskStop) => void) => () => void) | undefined;
  /** How long the work may take to end after the first interrupt, before its worker is killed. */
  readonly graceMs: number;
}

const REPEAT_MS = 50;
/** Somebody has waited long enough, and the work will be repeated anyway. */
const GIVE_WAY_GRACE_MS = 200;
/** Work that still writes uses space from the reserve. */
const NO_ROOM_GRACE_MS = 100;

/**
 * Lets a worker work until it answers, its time is up, or the caller cancels. Then it is interrupted, repeatedly
 * because an interrupt that comes too early is lost, and killed after the grace period: an interrupt alone does not stop
 * every statement of DuckDB.
 */
export async function supervise<Work>(
  worker: Worker<Work>,
  work: Work,
  { timeoutMs, signal, graceMs, giveWay, watchDisk }: Supervision,
  onProgress?: OnProgress,
): Promise<unknown> {
  let stopped: StopReason | null = null;
  const timers: NodeJS.Timeout[] = [];
  const stop = (reason: StopReason, grace: number): void => {
    if (stopped !== null) return;
    stopped = reason;
    worker.interrupt();
    timers.push(
      setInterval(() => worker.interrupt(), REPEAT_MS),
      setTimeout(() => worker.kill(), grace),
    );
  };
  const cancel = (): void => stop('cancelled', graceMs);
  const yieldIt = (): void => stop('gave-way', Math.min(graceMs, GIVE_WAY_GRACE_MS));
  if (signal.aborted) throw new WorkStopped('cancelled');
  signal.addEventListener('abort', cancel, { once: true });
  giveWay.addEventListener('abort', yieldIt, { once: true });
  timers.push(setTimeout(() => stop('timeout', graceMs), timeoutMs));
  const unwatch = watchDisk?.((why) => stop(why, Math.min(graceMs, NO_ROOM_GRACE_MS)));
  try {
    return await worker.ask(work, onProgress);
  } catch (error) {
    throw stopReasonOf(stopped, error) ?? error;
  } finally {
    unwatch?.();
    signal.removeEventListener('abort', cancel);
    giveWay.removeEventListener('abort', yieldIt);
    for (const timer of timers) clearTimeout(timer);
  }
}

/** A failure at the same moment stays that failure; only an end that we caused is ours. */
function stopReasonOf(stopped: StopReason | null, error: unknown): WorkStopped | null {
  if (stopped === null) return null;
  return error instanceof WorkFailed && error.failure.code !== 'interrupted' ? null : new WorkStopped(stopped);
}
