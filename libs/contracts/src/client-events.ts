import type { ClientCalls } from './client-call';
import { isTerminal, job, type Job } from './job/job';
import { watchJob } from './job/job.endpoints';
import { ProblemError } from './problem';

const RECONNECT_MS = [250, 500, 1000, 2000, 5000] as const;

/** Follows a job over server-sent events; a dropped line is taken up again where it broke (Last-Event-ID). */
export async function* followJobEvents(
  calls: ClientCalls,
  id: string,
  signal?: AbortSignal,
): AsyncGenerator<Job, void, undefined> {
  let lastEventId: string | null = null;
  let failures = 0;
  for (;;) {
    try {
      for await (const event of openEvents(calls, id, lastEventId, signal)) {
        failures = 0;
        lastEventId = event.id;
        yield event.job;
        if (isTerminal(event.job.state)) return;
      }
    } catch (error) {
      if (isAborted(signal)) return;
      if (!isTransient(error) || failures >= RECONNECT_MS.length) throw error;
    }
    await pause(RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)] ?? 1000, signal);
    failures += 1;
    if (isAborted(signal)) return;
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return true;
  return error.code === 'unavailable' || error.code === 'overloaded' || error.code === 'deadline-exceeded';
}

interface JobEvent {
  readonly id: string;
  readonly job: Job;
}

async function* openEvents(
  calls: ClientCalls,
  id: string,
  lastEventId: string | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<JobEvent, void, undefined> {
  const response = await calls.send(
    watchJob,
    { params: { id } },
    {
      accept: 'text/event-stream',
      ...(lastEventId === null ? {} : { headers: { 'last-event-id': lastEventId } }),
      ...(signal === undefined ? {} : { signal }),
    },
  );
  if (response.body === null) return;
  for await (const block of eventBlocks(response.body)) {
    const event = parseEvent(block);
    if (event !== null) yield event;
  }
}

/** Splits the byte stream at blank lines; comments (heartbeats) come through as blocks without data. */
async function* eventBlocks(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const text = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const blocks = (rest + text.decode(read.value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      yield* blocks;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseEvent(block: string): JobEvent | null {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()]),
  );
  const data = fields.get('data');
  return data === undefined ? null : { id: fields.get('id') ?? '', job: job.parse(JSON.parse(data)) };
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}
