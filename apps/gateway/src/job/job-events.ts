import { createHash } from 'node:crypto';
import type { Job } from '@svc/contracts';

/** Proxies and browsers close a silent line; a comment now and then keeps it open. */
const HEARTBEAT_MS = 15_000;
/** How soon a stream notices that the process wants to stop. */
const LOOK_MS = 500;

export interface JobEventsOptions {
  /** What the caller saw last (Last-Event-ID): not sent again. */
  readonly lastEventId: string | undefined;
  /** Asked at each heartbeat; false ends the stream: a revoked token must not go on listening. */
  readonly mayGoOn: () => Promise<boolean>;
  /** True once the process is stopping: the stream ends, and its reader comes back to another replica. */
  readonly stopping: () => boolean;
}

/**
 * A job's states as server-sent events: `id` names the state, `data` is the job. Ends after its last state. A caller who
 * comes back with Last-Event-ID gets only what is new to it.
 */
export async function* jobEvents(
  states: AsyncGenerator<Job, void, undefined>,
  options: JobEventsOptions,
): AsyncGenerator<string, void, undefined> {
  yield 'retry: 2000\n\n';
  let next = states.next();
  let heardAt = performance.now();
  try {
    for (;;) {
      const state = await within(LOOK_MS, next);
      if (options.stopping()) return;
      if (state === 'quiet') {
        if (performance.now() - heardAt < HEARTBEAT_MS) continue;
        if (!(await options.mayGoOn())) return;
        heardAt = performance.now();
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

async function within<T>(ms: number, next: Promise<T>): Promise<T | 'quiet'> {
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
