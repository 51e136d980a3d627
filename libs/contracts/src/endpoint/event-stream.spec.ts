import { z } from 'zod';
import { openClientCall } from '../client/client-call';
import { followEvents } from '../client/client-events';
import { endpoint } from './endpoint';
import { eventStream, isEventStream, type StreamEvent } from './event-stream';
import { ProblemError } from '../problem/problem';

const cell = eventStream({ output: z.object({ text: z.string() }), state: z.enum(['busy', 'idle']) });
const runCell = endpoint({
  name: 'cell.run',
  summary: 'A cell',
  method: 'GET',
  path: '/api/cells/{id}/events',
  subject: 'svc.compute.cell.watch',
  params: z.strictObject({ id: z.string() }),
  response: cell,
  access: 'authenticated',
  target: { type: 'cell', param: 'id' },
});

describe('a stream of events', () => {
  it('holds the data of each event to the form of its name', () => {
    const batch = { events: [{ id: '1', event: 'output', data: { text: 'x' } }], ended: false, wake: 'svc.event.x' };
    expect(cell.parse(batch)).toEqual(batch);
    for (const event of [
      { id: '1', event: 'output', data: 'x' },
      { id: '1', event: 'other', data: {} },
      { id: 'two\nlines', event: 'state', data: 'busy' },
    ])
      expect(cell.safeParse({ ...batch, events: [event] }).success).toBe(false);
    expect(cell.safeParse({ ...batch, wake: 'svc.compute.cell.watch' }).success).toBe(false);
    expect([isEventStream(cell), isEventStream(z.object({}))]).toEqual([true, false]);
  });
});

/** Answers one call after the other, and notes what each caller had seen. */
function lines(...answers: readonly (() => Response)[]) {
  const seen: (string | null)[] = [];
  const left = [...answers];
  const calls = openClientCall({
    baseUrl: 'http://svc.test',
    fetch: (_, init) => {
      seen.push(new Headers(init?.headers).get('last-event-id'));
      const next = left.shift();
      return next === undefined ? Promise.reject(new Error('nobody answers')) : Promise.resolve(next());
    },
  });
  return { seen, calls };
}

const text = (body: string) => () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
const over = () => new Response(null, { status: 204 });

async function all(events: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const found: StreamEvent[] = [];
  for await (const event of events) found.push(event);
  return found;
}

describe('the client of a stream', () => {
  it('goes on where the line broke, passes over what it does not know, and ends when nothing more will come', async () => {
    const { seen, calls } = lines(
      text('retry: 2000\n\nid: 1\nevent: state\ndata: "busy"\n\n: still here\n\n'),
      text('id: 2\nevent: later\ndata: {}\n\nid: 3\nevent: output\ndata: {"text":"a"}\n\n'),
      over,
    );
    expect(await all(followEvents(calls, runCell, { params: { id: 'x' } }))).toEqual([
      { id: '1', event: 'state', data: 'busy' },
      { id: '3', event: 'output', data: { text: 'a' } },
    ]);
    expect(seen).toEqual([null, '1', '3']);
  });

  it('is refused as any call is', async () => {
    const problem = new ProblemError('not-found', 'There is no such cell.').toProblem();
    const { calls } = lines(() => new Response(JSON.stringify(problem), { status: 404 }));
    await expect(all(followEvents(calls, runCell, { params: { id: 'x' } }))).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('ends quietly when it is told to', async () => {
    const stop = new AbortController();
    const { calls } = lines(text('id: 1\nevent: state\ndata: "busy"\n\n'));
    const found: StreamEvent[] = [];
    for await (const event of followEvents(calls, runCell, { params: { id: 'x' } }, stop.signal)) {
      found.push(event);
      stop.abort();
    }
    expect(found).toHaveLength(1);
  });
});
