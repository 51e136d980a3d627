import { createHash } from 'node:crypto';
import { type Client, createClient, type EventBatch, isTerminal, type Job, ProblemError } from '@svc/contracts';
import { z } from 'zod';
import { eventually } from '@svc/testing';
import type { FakeCall } from '../fake-services';
import { gatewayForTests } from '../gateway-harness';

const ID = 'compute_00000000-0000-4000-8000-000000000001';
const harness = gatewayForTests();
let client: Client;
let state: Job;

beforeAll(async () => {
  client = createClient({ baseUrl: harness.gateway.url, token: harness.admin });
});
beforeEach(() => {
  state = {
    id: ID,
    kind: 'x',
    state: 'queued',
    progress: { done: 0, total: 2, message: '' },
    result: null,
    error: null,
    created_at: '2026-01-01T00:00:00Z',
    started_at: null,
    finished_at: null,
  };
  harness.services.on('svc.compute.job.watch', watched);
});

/** What the service answers: the job as it is now, unless the caller has seen just that. */
function watched({ request }: FakeCall): EventBatch {
  const id = createHash('sha256').update(JSON.stringify(state)).digest('hex').slice(0, 16);
  const { after } = z.object({ after: z.string().optional() }).parse(request);
  return {
    events: after === id ? [] : [{ id, event: 'job', data: state }],
    ended: isTerminal(state.state),
    wake: `svc.event.compute.job.${ID}`,
  };
}

function become(change: Partial<Job>): void {
  state = { ...state, ...change };
  harness.services.publish(`svc.event.compute.job.${ID}`);
}

function addressOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : input.toString();
}

const open = (headers: Record<string, string> = {}) => harness.call('GET', `/api/jobs/${ID}/events`, { headers });

describe('the events of a job', () => {
  it('tell each change as it happens, and end with the job', async () => {
    const answer = await open();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      'cache-control': 'no-store',
    });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (part: string) => {
      while (!text.includes(part)) text += (await reader?.read())?.value ?? '';
    };
    await until('"state":"queued"');
    become({ state: 'running', progress: { done: 1, total: 2, message: 'half' } });
    await until('"message":"half"');
    become({ state: 'succeeded', result: 42, finished_at: '2026-01-01T00:00:01Z' });
    await until('"result":42');
    expect((await reader?.read())?.done).toBe(true);
    expect(text.match(/^id: [0-9a-f]{16}$/gm)).toHaveLength(3);
    expect(text.startsWith('retry: 2000\n\n')).toBe(true);
  });

  it('are not sent again to a caller who saw them', async () => {
    become({ state: 'failed', error: null, finished_at: '2026-01-01T00:00:01Z' });
    const [, id] = /^id: (\w+)$/m.exec(await (await open()).text()) ?? [];
    const again = await open({ 'last-event-id': id ?? '' });
    expect([again.status, await again.text()]).toEqual([204, '']);
    expect(await (await open({ 'last-event-id': 'other' })).text()).toContain('data:');
  });

  it('of a job that is not there are a 404, before any event', async () => {
    harness.services.on('svc.compute.job.watch', () => {
      throw new ProblemError('not-found', 'No such job.');
    });
    const answer = await open();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  });

  it('are the job itself for a caller who asks for JSON', async () => {
    expect(await (await open({ accept: 'application/json' })).json()).toEqual(state);
  });

  it('end at once when the gateway stops, so that it need not wait for its listeners', async () => {
    const leaving = await harness.replica({ SVC_SHUTDOWN_GRACE_MS: '600000' });
    const answer = await harness.call('GET', `/api/jobs/${ID}/events`, { at: leaving });
    const [text] = await Promise.all([answer.text(), leaving.stop()]);
    expect(text.startsWith('retry: 2000\n\n')).toBe(true);
  });

  it('and any other answer under way close their line when the gateway stops: nothing sent on it would be answered', async () => {
    const leaving = await harness.replica();
    let arrived: () => void = () => undefined;
    const there = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let answer: (value: object) => void = () => undefined;
    harness.services.on('svc.metrics.dashboard.list', () => {
      arrived();
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    const under = harness.call('GET', '/api/dashboards', { at: leaving });
    await there;
    const stopped = leaving.stop();
    answer({ items: [], next_cursor: null });
    const { status, headers } = await under;
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
    await stopped;
  });

  it('end for the service when the listener goes away', async () => {
    const abort = new AbortController();
    const answer = await harness.call('GET', `/api/jobs/${ID}/events`, { signal: abort.signal });
    await answer.body?.getReader().read();
    abort.abort();
    let asked = -1;
    // Hints then move nobody to ask.
    await eventually(async () => {
      const before = asked;
      asked = harness.services.calls.length;
      become({ progress: { done: asked, total: 2, message: '' } });
      await harness.call('GET', '/health/live');
      return before === asked;
    });
  });
});

describe('the typed client', () => {
  it('waits for a job and shows its changes', async () => {
    const seen: string[] = [];
    const waiting = client.waitForJob(ID, {
      onChange: (it) => {
        seen.push(it.state);
        if (it.state === 'queued') become({ state: 'running' });
        if (it.state === 'running') become({ state: 'succeeded', result: 'done' });
      },
    });
    expect(await waiting).toMatchObject({ state: 'succeeded', result: 'done' });
    expect(seen).toEqual(['queued', 'running', 'succeeded']);
  });

  it('takes up a job where the line broke, through another replica', async () => {
    const passing = await harness.replica();
    let url = passing.url;
    const roaming = createClient({
      baseUrl: passing.url,
      token: harness.admin,
      fetch: (input, init) => fetch(addressOf(input).replace(passing.url, url), init),
    });
    const waiting = roaming.waitForJob(ID);
    await eventually(() =>
      harness.services.calls.some(
        (it) => z.object({ params: z.object({ id: z.literal(ID) }) }).safeParse(it.request).success,
      ),
    );
    url = harness.gateway.url;
    await passing.stop();
    become({ state: 'cancelled' });
    expect(await waiting).toMatchObject({ state: 'cancelled' });
  });

  it('rejects with the problem that the service answered, with "unavailable" when nothing answers, with the signal when it is told to stop', async () => {
    await expect(client.getMetric({ params: { name: 'delay' } })).rejects.toMatchObject({ code: 'conflict' });
    await expect(client.getMetric({ params: { name: '' } })).rejects.toMatchObject({ code: 'invalid-request' });
    await expect(createClient({ baseUrl: 'http://127.0.0.1:1', token: 'x' }).whoAmI()).rejects.toMatchObject({
      code: 'unavailable',
    });
    await expect(client.whoAmI({}, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
    harness.services.on('svc.metrics.metric.get', () => {
      throw new ProblemError('not-found', 'No.');
    });
    await expect(client.getMetric({ params: { name: 'delay' } })).rejects.toBeInstanceOf(ProblemError);
  });

  it('sends parameters, queries, bodies and If-Match where they belong, and an Idempotency-Key by itself', async () => {
    harness.services.on('svc.metrics.metric.put', () =>
      Promise.reject(new ProblemError('precondition-failed', 'Changed.')),
    );
    await expect(
      client.putMetric({
        params: { name: 'a' },
        body: { type: 'ratio', name: 'a', numerator: 'x', denominator: 'y' },
        if_match: 'sha256:1',
      }),
    ).rejects.toMatchObject({ code: 'precondition-failed' });
    expect(harness.services.calls.at(-1)?.request).toMatchObject({
      params: { name: 'a' },
      body: { numerator: 'x' },
      if_match: 'sha256:1',
    });
    await expect(client.listMetrics({ query: { limit: 7, cursor: 'a b&c' } })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(harness.services.calls.at(-1)?.request).toMatchObject({ query: { limit: 7, cursor: 'a b&c' } });
    harness.services.on('svc.cert.derivation.run', () => state);
    await client.runDerivation({ params: { name: 'delay' }, body: {} }, { idempotencyKey: 'k' });
    const again = await client.runDerivation({ params: { name: 'delay' }, body: {} }, { idempotencyKey: 'k' });
    expect(again.id).toBe(ID);
    expect(harness.services.calls.filter((it) => it.subject === 'svc.cert.derivation.run')).toHaveLength(1);
  });

  it('uploads a file by path and by stream', async () => {
    const dataset = {
      name: 'flights',
      description: '',
      owner: 'x',
      versions: 1,
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
      version: { data_hash: `sha256:${'a'.repeat(64)}`, rows: 1, bytes: 1, columns: [] },
    };
    harness.services.on('svc.compute.dataset.register', () => dataset);
    expect(
      await client.registerDataset({
        body: { name: 'flights', columns: { x: 'integer' }, null_values: ['-'] },
        file: { path: __filename },
      }),
    ).toEqual(dataset);
    expect(harness.services.calls.at(-1)?.request).toMatchObject({
      body: { columns: { x: 'integer' }, null_values: ['-'], upload: { file_name: 'job.spec.ts' } },
    });
    async function* rows(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('x\n');
      yield await Promise.resolve(Buffer.from('1\n'));
    }
    await client.registerDataset({
      body: { name: 'flights' },
      file: { stream: rows(), file_name: 'a "quoted" name.csv' },
    });
    expect(harness.services.calls.at(-1)?.request).toMatchObject({ body: { upload: { bytes: 4 } } });
  });

  it('hands out an answer as it was received', async () => {
    const envelope = { schema: 'svc.certificate/v1', later: [1], certificate: {}, signature: {} };
    harness.services.on('svc.cert.certificate.get', () => envelope);
    await expect(client.getCertificate({ params: { name: 'delay' } })).rejects.toMatchObject({ code: 'internal' });
    harness.services.on('svc.compute.job.get', () => state);
    const download = await client.download('getJob', { params: { id: ID } });
    expect([download.contentType, JSON.parse(await download.text())]).toEqual([
      'application/json; charset=utf-8',
      state,
    ]);
  });
});
