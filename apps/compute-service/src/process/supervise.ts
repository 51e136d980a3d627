import { WorkFailed, type WorkerProcess } from './worker-process';

/** Why work was stopped from outside. */
export type StopReason = 'timeout' | 'cancelled';

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
  /** How long the work may take to end after the first interrupt, before its process is killed. */
  readonly graceMs: number;
}

const REPEAT_MS = 50;

/**
 * Lets a worker work until it answers, its time is over, or the caller gives up. Then it is interrupted, again and again
 * because an interrupt that comes too early is lost, and killed when the grace is over: an interrupt alone does not stop
 * every statement of DuckDB.
 */
export async function supervise<Work>(worker: WorkerProcess<Work>, work: Work, { timeoutMs, signal, graceMs }: Supervision): Promise<unknown> {
  let stopped: StopReason | null = null;
  const timers: NodeJS.Timeout[] = [];
  const stop = (reason: StopReason): void => {
    if (stopped !== null) return;
    stopped = reason;
    worker.interrupt();
    timers.push(setInterval(() => worker.interrupt(), REPEAT_MS), setTimeout(() => worker.kill(), graceMs));
  };
  const cancel = (): void => stop('cancelled');
  if (signal.aborted) throw new WorkStopped('cancelled');
  signal.addEventListener('abort', cancel, { once: true });
  timers.push(setTimeout(() => stop('timeout'), timeoutMs));
  try {
    return await worker.ask(work);
  } catch (error) {
    throw stopReasonOf(stopped, error) ?? error;
  } finally {
    signal.removeEventListener('abort', cancel);
    for (const timer of timers) clearTimeout(timer);
  }
}

/** A refusal that came in the same moment stays a refusal; only the end that we caused is ours. */
function stopReasonOf(stopped: StopReason | null, error: unknown): WorkStopped | null {
  if (stopped === null) return null;
  return error instanceof WorkFailed && error.failure.code !== 'interrupted' ? null : new WorkStopped(stopped);
}
