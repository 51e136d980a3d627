import type { CallInput, ClientCalls } from './client-call';
import type { Endpoint } from '../endpoint/endpoint';
import { type EventForms, isEventStream, type StreamEvent } from '../endpoint/event-stream';
import { ProblemError } from '../problem/problem';

const RECONNECT_MS = [250, 500, 1000, 2000, 5000] as const;

/**
 * The events of a stream until it ends; a dropped connection is resumed where it broke (Last-Event-ID). Ends quietly
 * when the signal fires.
 */
export async function* followEvents(
  calls: ClientCalls,
  it: Endpoint,
  input: CallInput,
  signal?: AbortSignal,
): AsyncGenerator<StreamEvent, void, undefined> {
  let lastEventId: string | null = null;
  let failures = 0;
  for (;;) {
    try {
      const response = await open(calls, it, input, lastEventId, signal);
      // 204 tells a client that reconnects that the stream has ended (WHATWG HTML, "server-sent events").
      if (response.status === 204) return;
      for await (const event of readEvents(response, it)) {
        failures = 0;
        lastEventId = event.id;
        yield event;
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

function open(
  calls: ClientCalls,
  it: Endpoint,
  input: CallInput,
  lastEventId: string | null,
  signal: AbortSignal | undefined,
): Promise<Response> {
  return calls.send(it, input, {
    accept: 'text/event-stream',
    ...(lastEventId === null ? {} : { headers: { 'last-event-id': lastEventId } }),
    ...(signal === undefined ? {} : { signal }),
  });
}

async function* readEvents({ body }: Response, { response }: Endpoint): AsyncGenerator<StreamEvent, void, undefined> {
  if (body === null || !isEventStream(response)) return;
  for await (const block of eventBlocks(body)) {
    const event = parseEvent(block, response.forms);
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

/** Null for a block that is not an event, and for an event that this version of the client does not know. */
function parseEvent(block: string, forms: EventForms): StreamEvent | null {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()]),
  );
  const [data, event = ''] = [fields.get('data'), fields.get('event')];
  const form = Object.hasOwn(forms, event) ? forms[event] : undefined;
  if (data === undefined || form === undefined) return null;
  return { id: fields.get('id') ?? '', event, data: form.parse(JSON.parse(data)) };
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
