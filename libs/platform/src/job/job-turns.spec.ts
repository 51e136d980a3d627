import type { Principal } from '@svc/contracts';
import { eventually } from '@svc/testing';
import { z } from 'zod';
import { ANNA, gate, type JobHarness, plain, startJobHarness } from '../../test/job-harness';
import type { JobQueue } from './job-queue';

let harness: JobHarness;
beforeAll(async () => {
  harness = await startJobHarness();
});
afterAll(() => harness.close());

const BEN: Principal = { ...ANNA, id: 'user:ben' };
const EVE: Principal = { ...ANNA, id: 'user:eve' };

/** A replica whose jobs say that they started, and end when they are told. */
function told(kind: string, concurrency: number) {
  const started: string[] = [];
  const gates = new Map<string, ReturnType<typeof gate>>();
  const gateOf = (name: string) => gates.get(name) ?? gates.set(name, gate()).get(name);
  const open = (): JobQueue =>
    harness.replica((it) =>
      it.work(
        plain(kind),
        async (payload) => {
          const name = z.string().parse(payload);
          started.push(name);
          await gateOf(name)?.opened;
        },
        { concurrency },
      ),
    );
  return { started, open, end: (name: string) => gateOf(name)?.open() };
}

const start = (queue: JobQueue, kind: string, principal: Principal, payload: string, priority = 0) =>
  queue.submit(plain(kind), { payload, principal, priority });

describe('jobs of several callers', () => {
  it('take turns: who came last and started nothing yet is next, not last', async () => {
    const { started, open, end } = told('turns', 1);
    const producer = harness.producer();
    for (const name of ['a1', 'a2', 'a3']) await start(producer, 'turns', ANNA, name);
    await start(producer, 'turns', BEN, 'b1');
    await start(producer, 'turns', EVE, 'e1');
    open();
    for (const name of ['a1', 'a2', 'a3', 'b1', 'e1']) end(name);
    await eventually(() => started.length === 5);
    expect(started.indexOf('a2')).toBeGreaterThan(Math.max(started.indexOf('b1'), started.indexOf('e1')));
  });

  it('do not wait for the long jobs of one who holds every place, in whichever replica', async () => {
    const { started, open, end } = told('held', 2);
    const [first] = [open(), open()];
    const long = Array.from({ length: 8 }, (_, at) => `long ${at}`);
    for (const name of long) await start(first, 'held', ANNA, name);
    await eventually(() => started.length === 4);
    const short = await start(first, 'held', BEN, 'short');
    end('short');
    await eventually(async () => (await first.get(short.id, BEN)).state === 'succeeded');
    expect(started).toEqual([...started.slice(0, 4).filter((it) => it.startsWith('long')), 'short']);
    long.forEach(end);
    await eventually(() => started.length === 9);
  });

  it('start when nobody tells of them: a lost hint costs a sweep, not the wait for a long job', async () => {
    const { started, open, end } = told('unheard', 1);
    const replica = open();
    await start(replica, 'unheard', ANNA, 'long');
    await eventually(() => started.length === 1);
    await harness.source.query(
      `INSERT INTO job (id, kind, payload, principal, traceparent, max_attempts)
       SELECT 'compute_00000000-0000-4000-8000-00000000000f', kind, '"unheard"', jsonb_set(principal, '{id}', '"user:ben"'), traceparent, 3
       FROM job WHERE kind = 'unheard' LIMIT 1`,
    );
    await eventually(() => started.includes('unheard'));
    end('unheard');
    end('long');
  });

  it('go by priority where they are of the same caller, and only there', async () => {
    const { started, open, end } = told('ranked', 1);
    const producer = harness.producer();
    await start(producer, 'ranked', ANNA, 'a background', -1);
    await start(producer, 'ranked', ANNA, 'a ordinary');
    await start(producer, 'ranked', ANNA, 'a urgent', 1);
    await start(producer, 'ranked', BEN, 'b background', -1);
    open();
    for (const name of ['a background', 'a ordinary', 'a urgent', 'b background']) end(name);
    await eventually(() => started.length === 4);
    expect(started.filter((it) => it.startsWith('a'))).toEqual(['a urgent', 'a ordinary', 'a background']);
    expect(started.indexOf('b background')).toBeLessThan(started.indexOf('a ordinary'));
  });
});
