import { attest } from '../attest/attest';
import { OUTCOME_PLANTS } from '../calibrate/plants/outcome-plants';
import { PLAIN_PLANTS } from '../calibrate/plants/plain-plants';
import { calibrationPlan } from '../calibrate/plan';
import type { Planted } from '../calibrate/plants/planted';
import { VIOLATION_PLANTS } from '../calibrate/plants/violation-plants';
import { seededRandom } from '../statistics/sample/hash-random';
import { MEASURED_DESIGNS } from './design-of';
import { rowId } from './error-rate-row';

const rowOf = ({ table, claim }: Planted): string | null => attest({ table, claim }).oracle.error_rates;

describe('the error-rate row that a certificate names', () => {
  it('is of a design that the calibration measures', () => {
    const measured = new Set(calibrationPlan().map(({ kind, design }) => `${kind}: ${design}`));
    const named = Object.entries(MEASURED_DESIGNS).flatMap(([kind, all]) => all.map((design) => `${kind}: ${design}`));
    expect(named.filter((it) => !measured.has(it))).toEqual([]);
    expect([...measured].filter((it) => !it.endsWith(': plain') && !named.includes(it))).toEqual([]);
  });

  it.each(Object.entries(PLAIN_PLANTS).filter(([kind]) => kind !== 'prediction'))(
    'is the plain one of a plain %s',
    (kind, plant) => {
      const found = rowOf(plant(100, 2, seededRandom(`design/${kind}`)));
      expect(found).toBe(`docs/oracle-error-rates.md#${kind}-100`);
    },
  );

  it.each(OUTCOME_PLANTS.map((it) => [it.kind, it.name, it.plant] as const))('is of a %s: %s', (kind, name, plant) => {
    const drawn = plant(1000, 2, seededRandom(`design/${kind}/${name}`));
    expect(rowOf(drawn)).toBe(`docs/oracle-error-rates.md#${rowId(kind, name, 300)}`);
  });

  it.each(
    VIOLATION_PLANTS.filter(({ name }) => /looks|confounders|autocorr|ICC 0.5/.test(name)).map(
      (it) => [it.kind, it.name, it.plant] as const,
    ),
  )('is of a %s with %s', (kind, name, plant) => {
    const found = rowOf(plant(1000, 0, seededRandom(`design/${kind}/${name}`)));
    expect(found).toMatch(new RegExp(`^docs/oracle-error-rates.md#${rowId(kind, name, 0).replace(/-0$/, '')}-\\d+$`));
  });
});
