import { seededRandom } from '../../statistics/sample/hash-random';
import { attest } from '../../attest/attest';
import type { Verdict } from '../../claim/verdict';
import { CHANGE_PITFALLS } from './change-pitfalls';
import { type PitfallCase, silenced } from './pitfall';
import { DESIGN_PITFALLS } from './design-pitfalls';
import { ROLE_PITFALLS } from './role-pitfalls';
import { SILENT_PITFALLS } from './silent-pitfalls';

const SEEDS = ['a', 'b', 'c', 'd'];

describe.each(
  [...SILENT_PITFALLS, ...DESIGN_PITFALLS, ...ROLE_PITFALLS, ...CHANGE_PITFALLS].map(
    (pitfall) => [pitfall.name, pitfall] as const,
  ),
)('%s', (name, pitfall) => {
  const said = (side: 'trap' | 'twin', change: (planted: PitfallCase) => PitfallCase['claim']): Verdict[] =>
    SEEDS.map((seed) => {
      const planted = pitfall[side](seededRandom(`${name}/${side}/${seed}`));
      return attest({ table: planted.table, claim: change(planted) }).verdict;
    });
  it('is not sound as a trap, whether the facts are declared or not', () => {
    expect([...said('trap', ({ claim }) => claim), ...said('trap', silenced)]).not.toContain('sound');
  });

  it('is sound as the twin whose facts are declared, and never unsound', () => {
    const twins = said('twin', ({ claim }) => claim);
    expect(twins.filter((verdict) => verdict === 'sound').length).toBeGreaterThanOrEqual(3);
    expect([...twins, ...said('twin', silenced)]).not.toContain('unsound');
  });
});
