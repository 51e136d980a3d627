import { inTurn } from './in-turn';

describe('arms that take turns', () => {
  const log: string[] = [];
  const arm = (name: string) => ({
    name,
    run: async (round: number) => {
      log.push(`${name}${round}`);
      return round * 10;
    },
  });

  it('run once a round each, none of them always first', async () => {
    const results = await inTurn([arm('a'), arm('b'), arm('c')], 3);
    expect(log).toEqual(['a0', 'b0', 'c0', 'b1', 'c1', 'a1', 'c2', 'a2', 'b2']);
    expect(Object.fromEntries(results)).toEqual({ a: [0, 10, 20], b: [0, 10, 20], c: [0, 10, 20] });
  });
});
