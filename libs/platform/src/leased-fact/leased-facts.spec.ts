import type { Leased } from './holdings';
import { LeasedFacts } from './leased-facts';

const TERMS = { leaseMs: 3_000, marginMs: 300 };

function setUp() {
  const clock = { monotonic: 0, wall: 1_000_000 };
  const pass = (ms: number): void => {
    clock.monotonic += ms;
    clock.wall += ms;
  };
  let holder: string | null = 'me';
  const counts = { granted: 0, hits: 0, asked: 0, revocations: 0 };
  const facts = new LeasedFacts<number>({ terms: TERMS, now: () => ({ ...clock }), counts, holder: () => holder });
  let reads = 0;
  let held: Promise<unknown> = Promise.resolve();
  const ask = async (as: string | null): Promise<Leased<number>> => {
    reads += 1;
    const value = reads;
    await held;
    return { value, topics: as === null ? null : ['it'] };
  };
  return {
    facts,
    clock,
    counts,
    pass,
    find: () => facts.find('key', ask),
    reads: () => reads,
    answerAfter: (wait: Promise<unknown>) => (held = wait),
    takeNone: () => (holder = null),
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a leased fact', () => {
  it('is used without asking while its lease lasts, counted from the question', async () => {
    const { find, pass, counts, answerAfter } = setUp();
    let answer: () => void = () => undefined;
    void answerAfter(new Promise<void>((resolve) => (answer = resolve)));
    const first = find();
    pass(2_000);
    answer();
    expect(await first).toBe(1);
    pass(999);
    expect(await find()).toBe(1);
    expect(counts).toMatchObject({ granted: 1, hits: 1 });
    pass(1);
    await settled();
    pass(3_000);
    expect(await find()).toBeGreaterThan(1);
  });

  it('is asked for again in the second half of its lease, once at a time, while requests go on with it', async () => {
    const { find, pass, reads } = setUp();
    await find();
    pass(1_500);
    await find();
    expect(reads()).toBe(1);
    pass(1);
    expect(await Promise.all([find(), find(), find()])).toEqual([1, 1, 1]);
    await settled();
    expect([await find(), reads()]).toEqual([2, 2]);
  });

  it('is dropped when a change of its topic is heard, and kept when another one changes', async () => {
    const { facts, find } = setUp();
    await find();
    facts.revoke(['another']);
    expect(await find()).toBe(1);
    facts.revoke(['another', 'it']);
    expect(await find()).toBe(2);
  });

  it('is not kept when a change was heard while it was asked for', async () => {
    const { facts, find, answerAfter } = setUp();
    let answer: () => void = () => undefined;
    void answerAfter(new Promise<void>((resolve) => (answer = resolve)));
    const first = find();
    facts.revoke(['another']);
    answer();
    expect([await first, await find(), await find()]).toEqual([1, 2, 2]);
  });

  it('is not used after the machine was suspended: the wall clock went on, the monotonic one did not', async () => {
    const { find, clock } = setUp();
    await find();
    clock.wall += 3_000;
    expect(await find()).toBe(2);
    clock.wall -= 3_600_000;
    clock.monotonic += 3_000;
    expect(await find()).toBe(3);
  });

  it('is asked for every time while no leases are taken', async () => {
    const { find, takeNone, counts } = setUp();
    takeNone();
    expect([await find(), await find()]).toEqual([1, 2]);
    expect(counts).toMatchObject({ granted: 0, hits: 0, asked: 2 });
  });

  it('fails the request that asks when its owner fails, not the ones that may still use it', async () => {
    const { find, pass, answerAfter } = setUp();
    await find();
    void answerAfter(Promise.reject(new Error('away')));
    pass(2_999);
    expect(await find()).toBe(1);
    await settled();
    pass(1);
    await expect(find()).rejects.toThrow('away');
  });
});
