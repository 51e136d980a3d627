import { claimOf, coins, letters, normals } from '../calibrate/plants/planted';
import { seededRandom } from '../statistics/sample/hash-random';
import { tableFromColumns } from '../table/table-from-columns';
import type { Attestation } from '../verdict/attestation';
import { attritionWords, balanceWords, flowWords } from '../participants/flow-words';
import { attest } from './attest';

const COMPARED = { group: 'group', value: 'value' };

/** 400 rows whose group goes with age; the first `missing` of B have no value. */
function judged(adjust: boolean, missing = 0): Attestation {
  const random = seededRandom('flow');
  const x = coins(400, random);
  const [noise, own] = [normals(400, random), normals(400, random)];
  const age = Array.from(x, (side, i) => 40 + 5 * side + 10 * (own[i] ?? 0));
  let left = missing;
  const value = Array.from(x, (side, i) =>
    side === 1 && left-- > 0 ? null : 0.1 * (age[i] ?? 0) + side + (noise[i] ?? 0),
  );
  const copy = value.map((it) => (it === null ? null : 2 * it));
  return attest({
    table: tableFromColumns({ group: letters(x), value, age, copy, town: Array.from(x, (_, i) => `t${i % 3}`) }),
    claim: claimOf('comparison', COMPARED, adjust ? { pre_treatment: ['age'] } : {}),
    sources: [{ name: 'people', rows: 500 }],
  });
}

describe('the balance of an attestation', () => {
  const of = ({ balance }: Attestation, name: string) => balance.find(({ column }) => column === name);

  it('is the standardised difference of means, and the same after where nothing is adjusted for', () => {
    const random = seededRandom('by hand');
    const [a, b] = [normals(50, random), normals(50, random)];
    const mean = (values: Float64Array): number => values.reduce((sum, it) => sum + it, 0) / values.length;
    const variance = (values: Float64Array): number =>
      values.reduce((sum, it) => sum + (it - mean(values)) ** 2, 0) / (values.length - 1);
    const found = attest({
      table: tableFromColumns({
        group: [...Array.from(a, () => 'A'), ...Array.from(b, () => 'B')],
        value: normals(100, random),
        w: [...a, ...b],
      }),
      claim: claimOf('comparison', COMPARED),
    });
    const expected = (mean(b) - mean(a)) / Math.sqrt((variance(a) + variance(b)) / 2);
    expect(of(found, 'w')?.before).toBeCloseTo(expected, 8);
    expect(of(found, 'w')?.after).toBeCloseTo(expected, 8);
  });

  it('is zero after for what is adjusted for, and weighs rows as the estimate does', () => {
    const found = judged(true);
    expect(of(found, 'age')).toMatchObject({ adjusted: true, after: 0 });
    expect(Math.abs(of(found, 'age')?.before ?? 0)).toBeGreaterThan(0.2);
    // A column that is the outcome times two has the estimate times two as its difference.
    const { before = NaN, after = NaN } = of(found, 'copy') ?? {};
    const plain = of(judged(false), 'copy')?.before ?? NaN;
    expect(before).toBeCloseTo(plain, 8);
    const unadjusted = judged(false).estimate?.value ?? NaN;
    expect(after / before).toBeCloseTo((found.estimate?.value ?? NaN) / unadjusted, 6);
  });

  it('tells a category value by value, and in words how many columns differ', () => {
    const found = judged(true);
    expect(found.balance.map(({ column }) => column)).toEqual(
      expect.arrayContaining(['town = t0', 'town = t1', 'town = t2']),
    );
    expect(found.balance[0]?.column).toBe('age');
    expect(balanceWords(found.balance)).toMatch(/before adjustment: \d of 5 differ by more than 0.1 .*; after it: /);
    expect(balanceWords([])).toBeNull();
  });

  it('is empty where no sides are compared row by row', () => {
    const random = seededRandom('none');
    const table = tableFromColumns({ day: Array.from({ length: 60 }, (_, i) => i), v: normals(60, random) });
    expect(attest({ table, claim: claimOf('trend', { time: 'day', value: 'v' }) }).balance).toEqual([]);
  });
});

describe('the flow of an attestation', () => {
  it('says how many rows there were, what they lack, and how many of each side are analysed', () => {
    const { flow } = judged(true, 30);
    expect(flow).toMatchObject({ rows: 400, incomplete: 30, analysed: 370, by: 'group', copies: 0 });
    expect(flow?.missing).toEqual([{ column: 'value', count: 30 }]);
    expect(flow?.sides.map(({ missing }) => missing)).toEqual([0, 30]);
    expect(flow?.sides.reduce((sum, { analysed }) => sum + analysed, 0)).toBe(370);
    expect(flow?.bounds?.method).toBe('Lee');
    expect(flow === null ? '' : flowWords(flow)).toMatch(
      /^From people \(500 rows\): 400 rows, of which 30 lack a value \(value 30\); 370 analysed: \d+ with group A and \d+ with group B$/,
    );
    expect(flow === null ? '' : attritionWords(flow)).toContain('the unadjusted difference lies within');
  });

  it('says nothing about missing outcomes where there are none', () => {
    const { flow } = judged(false);
    expect(flow).toMatchObject({ incomplete: 0, bounds: null });
    expect(flow === null ? '' : attritionWords(flow)).toBeNull();
  });

  it('counts copies of rows apart', () => {
    const random = seededRandom('copies');
    const x = coins(100, random);
    const once = { group: letters(x), value: Array.from(normals(100, random)) };
    const table = tableFromColumns({
      group: [...once.group, ...once.group],
      value: [...once.value, ...once.value],
    });
    expect(attest({ table, claim: claimOf('comparison', COMPARED) }).flow).toMatchObject({
      rows: 200,
      copies: 100,
      analysed: 100,
    });
  });

  it('is null where no rows are chosen', () => {
    expect(attest({ table: tableFromColumns({ x: [1, 2] }), claim: claimOf('table', {}) }).flow).toBeNull();
  });
});
