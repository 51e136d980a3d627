import { normalDraw, type Random, seededRandom } from '../../statistics/sample/hash-random';
import { rowNumbers } from '../../statistics/sample/rows';
import { tableFromColumns } from '../../table/table-from-columns';
import { repeatedRows } from './repeated-rows';

const cents = (value: number): number => Math.round(100 * value) / 100;

describe('values that are many by rounding', () => {
  it.each<[string, number, (random: Random) => number]>([
    ['cents of money whose largest value is far out', 10_000, (random) => cents(Math.exp(2 + normalDraw(random)))],
    ['cents with a heavy tail', 30_000, (random) => cents(Math.exp(1 + 2 * normalDraw(random)))],
    ['five digits of 100,000 rows', 100_000, (random) => Math.round(1e5 * normalDraw(random)) / 1e5],
    ['cents that carry the dust of sums', 8000, (random) => cents(Math.exp(normalDraw(random))) + 0.1 + 0.2],
  ])('are no copies: %s', (name, n, draw) => {
    const random = seededRandom(name);
    const table = tableFromColumns({ v: Float64Array.from({ length: n }, () => draw(random)) });
    const found = repeatedRows(table, rowNumbers(n), ['v']);
    expect(found === null || found.distinct >= 0.99 * found.rows).toBe(true);
  });

  it('are copies when they are finer than that and repeat', () => {
    const random = seededRandom('copies');
    const values = Float64Array.from({ length: 500 }, () => normalDraw(random));
    const table = tableFromColumns({ v: Float64Array.from([...values, ...values]) });
    expect(repeatedRows(table, rowNumbers(1000), ['v'])).toMatchObject({ rows: 1000, distinct: 500 });
  });
});
