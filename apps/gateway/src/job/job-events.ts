import { createHash } from 'node:crypto';
import type { Job } from '@svc/contracts';

/** Proxies and browsers close a silent line; a comment now and then keeps it open. */
export const HEARTBEAT_MS = 15_000;

export interface JobEventsOptions {
  /** What the caller saw last (Last-Event-ID): not sent again. */
  readonly lastEventId: string | undefined;
  /** Asked at each heartbeat; false ends the stream: a revoked token must not go on listening. */
  readonly mayGoOn: () => Promise<boolean>;
  readonly heartbeatMs?: number;
}

/**
 * A job's states as server-sent events: `id` names the state, `data` is the job. Ends after its last state. A caller who
 * comes back with Last-Event-ID gets only what is new to it.
 */
export async function* jobEvents(states: AsyncGenerator<Job, void, undefined>, options: JobEventsOptions): AsyncGenerator<string, void, undefined> {
  yield 'retry: 2000\n\n';
  let next = states.next();
  try {
    for (;;) {
      const state = await withHeartbeat(next, options.heartbeatMs ?? HEARTBEAT_MS);
      if (state === 'quiet') {
        if (!(await options.mayGoOn())) return;
        yield ': still here\n\n';
        continue;
      }
      if (state.done === true) return;
      next = states.next();
      const text = toEvent(state.value, options.lastEventId);
      if (text !== null) yield text;
    }
  } finally {
    next.catch(() => undefined);
    await states.return();
  }
}

function toEvent(job: Job, lastEventId: string | undefined): string | null {
  const data = JSON.stringify(job);
  const id = createHash('sha256').update(data).digest('hex').slice(0, 16);
  return id === lastEventId ? null : `id: ${id}\nevent: job\ndata: ${data}\n\n`;
}

async function withHeartbeat<T>(next: Promise<T>, ms: number): Promise<T | 'quiet'> {
  let timer: NodeJS.Timeout | undefined;
  const quiet = new Promise<'quiet'>((resolve) => {
    timer = setTimeout(() => resolve('quiet'), ms);
  });
  try {
    return await Promise.race([next, quiet]);
  } finally {
    clearTimeout(timer);
  }
}
