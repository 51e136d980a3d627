import type { EventBatch, StreamEvent } from '@svc/contracts';

/** Proxies and browsers close idle connections; a periodic comment keeps them open. */
const HEARTBEAT_MS = 15_000;
/** How soon a stream notices a shutdown. */
const LOOK_MS = 500;

export interface ServerSentOptions {
  /** Called at each heartbeat; false ends the stream: a revoked token must not go on listening. */
  readonly mayGoOn: () => Promise<boolean>;
  /** True during shutdown: the stream ends, and its reader reconnects to another replica. */
  readonly stopping: () => boolean;
}

/** Events as text (WHATWG HTML, "server-sent events") until they end, with periodic comments in between. */
export async function* serverSentEvents(
  batches: AsyncGenerator<EventBatch, void, undefined>,
  options: ServerSentOptions,
): AsyncGenerator<string, void, undefined> {
  yield 'retry: 2000\n\n';
  let next = batches.next();
  let heardAt = performance.now();
  try {
    for (;;) {
      const batch = await within(LOOK_MS, next);
      if (options.stopping()) return;
      if (batch === 'quiet') {
        if (performance.now() - heardAt < HEARTBEAT_MS) continue;
        if (!(await options.mayGoOn())) return;
        heardAt = performance.now();
        yield ': still here\n\n';
        continue;
      }
      if (batch.done === true) return;
      next = batches.next();
      for (const event of batch.value.events) yield eventText(event);
    }
  } finally {
    next.catch(() => undefined);
    await batches.return();
  }
}

function eventText({ id, event, data }: StreamEvent): string {
  return `id: ${id}
event: ${event}
data: ${JSON.stringify(data)}

`;
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
