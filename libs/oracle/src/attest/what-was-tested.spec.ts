import { claimOf, coins, letters, normals } from '../calibrate/plants/planted';
import type { Claim } from '../claim/claim';
import { seededRandom } from '../statistics/sample/hash-random';
import { leeBounds, manskiBounds } from '../statistics/comparison/missing-bounds';
import { eValue, robustnessValue } from '../statistics/regression/robustness-value';
import { tableFromColumns } from '../table/table-from-columns';
import { attest } from './attest';
import type { Attestation } from '../verdict/attestation';

function judged(over: Partial<Claim> = {}, missing = 0): Attestation {
  const random = seededRandom('tested');
  const x = coins(400, random);
  const noise = normals(400, random);
  const value = Array.from(x, (side, i) => (i < missing ? null : side + (noise[i] ?? 0)));
  const claim = { ...claimOf('comparison', { group: 'group', value: 'value' }), ...over };
  return attest({ table: tableFromColumns({ group: letters(x), value }), claim });
}

describe('an attestation', () => {
  it('says what was tested in its own words', () => {
    const { tested } = judged({ declared: { direction: 'B>A', population: 'all of 2024' } });
    for (const words of [
      'value, group B minus A',
      'one-sided: above, as declared',
      'over all 400 rows',
      'not its cause',
      'declared to be the whole population',
    ])
      expect(tested).toContain(words);
  });

  it('flags causal words under a kind that shows a link, and not under one that shows a cause', () => {
    expect(judged({ question: 'B causes a higher value' }).cautions).toHaveLength(1);
    expect(judged({ question: 'B causes a higher value', declared: { design: 'randomised' } }).cautions).toEqual([]);
  });

  it('flags amounts that nothing tested, and not thresholds and labels', () => {
    expect(judged({ question: 'B more than doubles the value, by > 90%' }).cautions).toHaveLength(2);
    const random = seededRandom('level');
    const table = tableFromColumns({ score7: normals(100, random).map((value) => value + 9) });
    const claim = { ...claimOf('level', { value: 'score7', threshold: 5 }), question: 'score7 is above 5, or 50%' };
    expect(attest({ table, claim }).cautions).toEqual(['the question says "50%"; that amount was not tested']);
  });

  it('has beside a sound verdict what would undo it, and none beside another', () => {
    const names = judged({}, 20).sensitivity.map(({ name }) => name);
    expect(names).toEqual(['robustness-value', 'missing-bounds', 'smallest-effect']);
    expect(judged({ declared: { direction: 'B<A' } }).sensitivity).toEqual([]);
  });
});

describe('sensitivity', () => {
  it('gives the robustness value of Cinelli and Hazlett for Darfur: t = 4.18, 783 degrees of freedom', () => {
    expect(robustnessValue(4.18445, 783)).toBeCloseTo(0.1388, 4);
    expect(robustnessValue(4.18445, 783, 1.963)).toBeCloseTo(0.0763, 3);
  });

  it('gives the E-value of VanderWeele and Ding: 3.9 for smoking gives 7.26', () => {
    expect(eValue(3.9)).toBeCloseTo(7.26, 2);
    expect(eValue(1 / 3.9)).toBeCloseTo(7.26, 2);
  });

  it('bounds a difference whatever was missing', () => {
    const side = (values: number[], missing: number) => ({ values: Float64Array.from(values), missing });
    expect(manskiBounds(side([1, 1, 0], 1), side([0, 0, 0, 1], 0))).toEqual({ low: 0.25, high: 0.5 });
    const lee = leeBounds(side([1, 2, 3, 4], 0), side([1, 2, 3], 1));
    expect(lee).toEqual({ low: 0, high: 1 });
    expect(leeBounds(side([1, 2], 0), side([0, 1], 0))).toEqual({ low: 1, high: 1 });
  });
});
