import { setMaxListeners } from 'node:events';
import { type QueryStack, startQueryStack } from '../query-stack';
import type { QueryAnswer } from '../../src/query-engine/answer/answers';

/** Computes for minutes inside one call, where nothing looks for an interrupt. */
const DEAF = "SELECT levenshtein(repeat('ab', 500000), repeat('cd', 500000))";
const LONG = 'SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b';
const SHORT = 'SELECT count(*) FROM range(300000) r(i) WHERE i % 7 = 3';

let stack: QueryStack;
let stop: AbortController;

beforeAll(async () => {
  stack = await startQueryStack({ poolSize: 2, queue: 20, graceMs: 300, patienceMs: 100 });
});
beforeEach(() => {
  stop = new AbortController();
  // All statements of a test share it.
  setMaxListeners(0, stop.signal);
});
afterAll(() => stack.stop());

function ask(caller: string, sql: string): Promise<QueryAnswer> {
  return stack.engine.query({
    sql,
    tables: {},
    parameters: [],
    limit: 10,
    timeoutMs: 120_000,
    caller,
    signal: stop.signal,
  });
}

async function untilRunning(count: number): Promise<void> {
  while (stack.pools.interactive.load.running < count) await new Promise((resolve) => setImmediate(resolve));
}

describe('callers who share workers', () => {
  it('take turns: a flood from one does not keep another waiting for its end', async () => {
    const ended: string[] = [];
    const flood = Array.from({ length: 18 }, (_, n) =>
      ask('flood', `${SHORT} -- ${String(n)}`).finally(() => ended.push('flood')),
    );
    await ask('other', SHORT).then(() => ended.push('other'));
    // Two ran before and two may have come after them; while its own runs, the other worker may end some more.
    expect(ended.length).toBeLessThanOrEqual(12);
    await Promise.all(flood);
  });

  it('have places of their own: a flood that fills the queue costs itself the refusals', async () => {
    const flood = Array.from({ length: 40 }, (_, n) =>
      ask('flood', `${SHORT} -- ${String(n)}`).then(
        () => 'answered',
        (error: unknown) => error,
      ),
    );
    expect((await ask('other', SHORT)).rows).toEqual([[42857]]);
    const outcomes = await Promise.all(flood);
    expect(outcomes.filter((one) => one !== 'answered').length).toBeGreaterThan(0);
    for (const one of outcomes) if (one !== 'answered') expect(one).toMatchObject({ code: 'overloaded' });
  });

  it.each([
    ['that listen', LONG],
    ['that do not listen', DEAF],
  ])('give way: who holds every worker with statements %s hands one over, and gets it back', async (_which, sql) => {
    const hostile = Promise.allSettled([1, 2, 3, 4].map((n) => ask('hostile', `${sql} -- ${String(n)}`)));
    await untilRunning(2);
    expect((await ask('other', SHORT)).rows).toEqual([[42857]]);
    // While one goes on, the one that gave way stays away, those behind it too, and the other worker is free for everybody else.
    for (let n = 0; n < 5; n += 1) expect((await ask('other', `${SHORT} -- ${String(n)}`)).rows).toEqual([[42857]]);
    expect(stack.pools.interactive.load).toEqual({ running: 1, waiting: 3 });
    stop.abort();
    for (const one of await hostile)
      expect(one).toMatchObject({ status: 'rejected', reason: { code: 'query-cancelled' } });
  });

  it('get the answer of a statement that gave way, computed anew', async () => {
    const counting = (from: number) =>
      `SELECT count(*) FROM range(${String(from)}, ${String(from + 150_000_000)}) r(i) WHERE i % 7 = 3 AND sqrt(i) >= 0`;
    const slow = [ask('patient', counting(0)), ask('patient', counting(7))];
    await untilRunning(2);
    expect((await ask('other', SHORT)).rows).toEqual([[42857]]);
    expect((await Promise.all(slow)).map(({ rows }) => rows)).toEqual([[[21428571]], [[21428571]]]);
  });
});
