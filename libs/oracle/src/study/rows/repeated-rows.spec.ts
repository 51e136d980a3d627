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
    ['shares of 39 answers', 300, (random) => Math.floor(40 * random()) / 39],
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

  it.each([
    ['each as often as the others', () => 8],
    ['each so often as chance has it', (random: Random) => 1 + Math.floor(15 * random())],
  ])('are copies when a join repeats a dozen of them, %s', (name, times) => {
    const random = seededRandom(name);
    const rows = Array.from({ length: 12 }, (_, unit) => ({
      unit,
      group: unit % 2,
      value: normalDraw(random),
    })).flatMap((row) => Array.from({ length: times(random) }, () => row));
    const table = tableFromColumns({
      line: rows.map((_, line) => line),
      group: rows.map(({ group }) => (group === 1 ? 'B' : 'A')),
      value: rows.map(({ value }) => value),
    });
    const found = repeatedRows(table, rowNumbers(rows.length), ['group', 'value']);
    expect(found).toMatchObject({ rows: rows.length, distinct: 12, factor: { count: 12 } });
  });

  it('are no copies when each side has its own few answers', () => {
    const random = seededRandom('apart');
    const group = Array.from({ length: 100 }, () => (random() < 0.5 ? 'B' : 'A'));
    const value = group.map((side) => Math.floor(5 * random()) + (side === 'B' ? 5 : 0) - 0.1);
    const found = repeatedRows(tableFromColumns({ group, value }), rowNumbers(100), ['group', 'value']);
    expect(found?.factor ?? null).toBeNull();
  });
});
