import { mapConcurrently } from './map-concurrently';

describe('work in turns', () => {
  it('is done a few at a time, and given back in the order it was asked', async () => {
    let [now, most] = [0, 0];
    const results = await mapConcurrently([...Array(20).keys()], 4, async (item) => {
      now += 1;
      most = Math.max(most, now);
      // Later items are done sooner.
      for (let turn = item; turn < 20; turn += 1) await Promise.resolve();
      now -= 1;
      return item * 10;
    });
    expect(results).toEqual([...Array(20).keys()].map((it) => it * 10));
    expect(most).toBe(4);
  });

  it('fails with the first that fails', async () => {
    await expect(
      mapConcurrently([1, 2, 3], 2, (item) => (item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(item))),
    ).rejects.toThrow('two');
    expect(await mapConcurrently([], 4, () => Promise.reject(new Error('nobody asks')))).toEqual([]);
  });
});
