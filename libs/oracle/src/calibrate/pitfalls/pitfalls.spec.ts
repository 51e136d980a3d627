import { seededRandom } from '../../statistics/sample/hash-random';
import { attest } from '../../attest/attest';
import { CAUSAL_PITFALLS } from './causal-pitfalls';
import { DATA_PITFALLS } from './data-pitfalls';

const SEEDS = ['a', 'b', 'c'];
const ALL = [...CAUSAL_PITFALLS, ...DATA_PITFALLS];

describe('planted pitfalls, three seeds each', () => {
  const judged = ALL.flatMap((pitfall) =>
    SEEDS.flatMap((seed) =>
      (['trap', 'twin'] as const).map((role) => {
        const planted = pitfall[role](seededRandom(`${pitfall.name}/${role}/${seed}`));
        const found = attest({ table: planted.table, claim: planted.claim });
        return { name: pitfall.name, role, planted, found };
      }),
    ),
  );

  it.each(ALL.map(({ name }) => [name]))('%s: no trap is called sound, no twin unsound', (name) => {
    for (const { planted, found } of judged.filter((item) => item.name === name))
      expect(found.verdict).not.toBe(planted.never);
  });

  it('abstains on at most 15% of the honest twins', () => {
    const twins = judged.filter(({ role }) => role === 'twin');
    expect(twins.filter(({ found }) => found.verdict === 'inconclusive').length / twins.length).toBeLessThanOrEqual(
      0.15,
    );
  });

  it('gives the right reason for at least 95% of the traps', () => {
    const traps = judged.filter(({ role }) => role === 'trap');
    const right = traps.filter(({ planted, found }) => planted.pivotal.every((word) => found.reason.includes(word)));
    expect(right.length / traps.length).toBeGreaterThanOrEqual(0.95);
  });

  it('accepts the right verdict for at least 90% of the cases', () => {
    expect(
      judged.filter(({ planted, found }) => planted.accept.includes(found.verdict)).length / judged.length,
    ).toBeGreaterThanOrEqual(0.9);
  });

  it('no gate throws', () => {
    expect(
      judged.flatMap(({ found }) => found.gates.filter((gate) => gate.detail.startsWith('the gate failed'))),
    ).toEqual([]);
  });
});
