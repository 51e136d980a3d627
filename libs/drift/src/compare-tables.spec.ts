import { compareTables } from './compare-tables';
import { normals, uniforms } from './draws.fixture';
import type { Sample } from './sample';

const random = uniforms(7);
const column = (n: number, shift = 0): Sample => ({ kind: 'numeric', values: normals(random, n, shift), nulls: 0 });
const moved = (n = 500): Sample => column(n, 2);
const same = (n = 500): Sample => column(n);
const table = (...columns: Sample[]): Map<string, Sample> => new Map(columns.map((sample, i) => [`x${i}`, sample]));
const reference = table(column(2_000), column(2_000), column(2_000), column(2_000));

describe('a table', () => {
  it.each([
    ['drift', 'half of its columns drifted', table(moved(), moved(), same(), same())],
    ['stable', 'fewer did', table(moved(), same(), same(), same())],
    ['inconclusive', 'columns without a verdict could make it half', table(moved(), same(10), same(), same())],
    ['drift', 'half drifted and the rest has too few rows', table(moved(), moved(), same(10), same(10))],
    ['inconclusive', 'nothing has enough rows', table(same(10), same(10), same(10), same(10))],
  ])('is %s when %s', (verdict, _, current) => {
    expect(compareTables(reference, current).verdict).toBe(verdict);
  });

  it('says what share of its columns drifted, and what of each', () => {
    const found = compareTables(reference, table(moved(), same(), same(), same()));
    expect(found).toMatchObject({ share: 0.25, threshold: 0.5 });
    expect(found.columns.map(({ column, verdict }) => [column, verdict])).toEqual([
      ['x0', 'drift'],
      ['x1', 'stable'],
      ['x2', 'stable'],
      ['x3', 'stable'],
    ]);
  });

  it('that lost a column has drifted there', () => {
    expect(compareTables(reference, table(same(), same(), same())).columns.at(-1)).toMatchObject({
      column: 'x3',
      verdict: 'drift',
      reason: 'The column is no longer there.',
    });
  });

  it('without columns says nothing', () => {
    expect(compareTables(new Map(), table(same()))).toMatchObject({ verdict: 'inconclusive', share: 0 });
  });
});
