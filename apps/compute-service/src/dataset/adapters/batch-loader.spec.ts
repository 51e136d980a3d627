import { BatchLoader } from './batch-loader';

describe('lookups of many callers', () => {
  let asked: string[][];
  let answer: (() => void)[];
  let state: string;
  let lookup: BatchLoader<string>;
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  beforeEach(() => {
    asked = [];
    answer = [];
    state = 'old';
    lookup = new BatchLoader((keys) => {
      asked.push([...keys].sort());
      const found = new Map(keys.map((key) => [key, state] as const));
      return new Promise((resolve) => answer.push(() => resolve(found)));
    });
  });

  it('are one when they come at once, and each key is asked for once', async () => {
    const all = [['a', 'b'], ['b'], ['c']].map((keys) => lookup.find(keys));
    await turn();
    answer[0]?.();
    expect((await Promise.all(all)).map((found) => found.get('b'))).toEqual(['old', 'old', 'old']);
    expect(asked).toEqual([['a', 'b', 'c']]);
  });

  it('never answer with what was read before they were asked', async () => {
    const first = lookup.find(['a']);
    await turn();
    state = 'new';
    const late = [lookup.find(['a']), lookup.find(['b'])];
    await turn();
    expect(asked).toEqual([['a']]);
    answer[0]?.();
    expect((await first).get('a')).toBe('old');
    await turn();
    answer[1]?.();
    expect((await Promise.all(late)).map((found) => found.get('a'))).toEqual(['new', 'new']);
    expect(asked).toEqual([['a'], ['a', 'b']]);
  });

  it('fail together, and not those that come after', async () => {
    let away = true;
    const failing = new BatchLoader<string>((keys) =>
      away ? Promise.reject(new Error('away')) : Promise.resolve(new Map(keys.map((key) => [key, key]))),
    );
    const met = await Promise.allSettled([failing.find(['a']), failing.find(['b'])]);
    expect(met.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    away = false;
    expect((await failing.find(['c'])).get('c')).toBe('c');
  });
});
