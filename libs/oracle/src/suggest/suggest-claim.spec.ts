import { readdirSync } from 'node:fs';
import { coins, counting, letters, normals } from '../calibrate/plants/planted';
import { seededRandom } from '../statistics/sample/hash-random';
import { readCsvTable } from '../table/read-csv-table';
import { tableFromColumns } from '../table/table-from-columns';
import { hasReference, referencePath } from '../testing/reference-data';
import { parseClaim } from '../claim/parse-claim';
import { suggestClaim } from './suggest-claim';

describe('a suggested claim', () => {
  it('names the unit that repeats and the split, each line with its reason', () => {
    const random = seededRandom('suggest');
    const own = normals(60, random);
    const side = letters(coins(60, random));
    const rows = Array.from({ length: 600 }, (_, i) => Math.floor(i / 10));
    const table = tableFromColumns({
      user: rows.map((user) => `u${user}`),
      variant: rows.map((user) => side[user]),
      revenue: rows.map((user) => (own[user] ?? 0) + 0.3 * random()),
    });
    const { claim, lines } = suggestClaim(table);
    expect(claim).toMatchObject({
      kind: 'experiment',
      roles: { variant: 'variant', metric: 'revenue' },
      declared: { unit: 'user' },
    });
    expect(lines.map(({ pointer }) => pointer)).toContain('/declared/unit');
    expect(lines.every(({ reason }) => reason.length > 10)).toBe(true);
  });

  it('claims nothing about an identifier while there is a measure', () => {
    const value = normals(60, seededRandom('id'));
    const table = tableFromColumns({ side: letters(coins(60, seededRandom('side'))), user_id: counting(60), value });
    expect(suggestClaim(table).claim.roles).toEqual({ group: 'side', value: 'value' });
  });

  it('is a change where one measure stands before and after, whatever else is there', () => {
    const random = seededRandom('change');
    const columns = {
      age: normals(60, random).map((value) => Math.round(40 + 8 * value)),
      variant: letters(coins(60, random)),
      score_before: normals(60, random),
      score_after: normals(60, random),
    };
    const { claim, lines } = suggestClaim(tableFromColumns(columns));
    expect(claim).toMatchObject({
      kind: 'change',
      roles: { before: 'score_before', after: 'score_after', group: 'variant' },
    });
    expect(lines.map(({ pointer }) => pointer)).toContain('/roles/before');
    expect(parseClaim(claim, tableFromColumns(columns).columns)).toMatchObject({ ok: true });
  });

  it('is a trend where rows are ordered and nothing makes groups, and a table where there is no outcome', () => {
    const value = normals(40, seededRandom('t'));
    expect(suggestClaim(tableFromColumns({ week: counting(40), value })).claim.kind).toBe('trend');
    expect(suggestClaim(tableFromColumns({ name: ['a', 'b', 'c'] })).claim.kind).toBe('table');
  });

  if (hasReference)
    it.each(readdirSync(referencePath('suite-101', 'cases')))('parses on every table of the suite: %s', async (id) => {
      const table = await readCsvTable(referencePath('suite-101', 'cases', id, 'data.csv'));
      expect(parseClaim(suggestClaim(table).claim, table.columns)).toMatchObject({ ok: true });
    });
});
