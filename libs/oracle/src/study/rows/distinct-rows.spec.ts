import type { Claim } from '../../claim/claim';
import { seededRandom } from '../../statistics/sample/hash-random';
import { tableFromColumns } from '../../table/table-from-columns';
import { withoutCopies } from './distinct-rows';

const LEVEL: Claim = { question: 'q', kind: 'level', roles: { value: 'n' }, declared: {} };
const random = seededRandom('distinct rows');
const times = <T>(n: number, make: (at: number) => T): T[] => Array.from({ length: n }, (_, at) => make(at));
const counts = (n: number): number[] => times(n, () => Math.floor(20 * random()));
const letters = (n: number): string[] => times(n, () => 'abcdefgh'[Math.floor(8 * random())] ?? 'a');

describe('copies of rows', () => {
  it.each([
    ['a single column of counts', { n: counts(300) }],
    ['counts beside a column that says nothing', { n: counts(300), source: times(300, () => 'web') }],
  ])('are not seen in %s, whose values repeat by themselves', (_name, columns) => {
    expect(withoutCopies(tableFromColumns(columns), LEVEL)).toMatchObject({ copies: 0 });
  });

  it('are left out of coarse values where every different row occurs a multiple of some number of times', () => {
    const n = counts(300);
    const three = tableFromColumns({ n: [...n, ...n, ...n] });
    expect(withoutCopies(three, LEVEL)).toMatchObject({ rows: 900, copies: 600 });
  });

  it('are left out where a column names the rows and all others agree wherever it repeats', () => {
    const [shop, day] = [letters(30), letters(30)];
    const [names, twice] = [times(30, (at) => `order ${at}`), [...times(30, (at) => at), ...times(15, (at) => at)]];
    const pick = <T>(values: readonly T[]): T[] => twice.flatMap((at) => values.slice(at, at + 1));
    const table = tableFromColumns({ name: pick(names), shop: pick(shop), day: pick(day) });
    expect(withoutCopies(table, LEVEL)).toMatchObject({ rows: 45, copies: 15 });
  });
});
