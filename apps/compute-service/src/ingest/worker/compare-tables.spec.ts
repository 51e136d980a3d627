import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { literal } from '@svc/duckdb-sql';
import { compareTables, type Comparison } from './compare-tables';

let connection: DuckDBConnection;
let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compare-'));
  connection = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect();
});
afterAll(async () => {
  connection.closeSync();
  await rm(folder, { recursive: true, force: true });
});

async function table(select: string): Promise<string> {
  const path = join(folder, String((files += 1)));
  await connection.run(`COPY (${select}) TO ${literal(path)} (FORMAT parquet)`);
  return path;
}

async function compare(first: string, second: string, tolerance: number, ordered = false): Promise<Comparison> {
  return compareTables(connection, {
    kind: 'compare',
    first: await table(first),
    second: await table(second),
    ordered,
    tolerance,
  });
}

describe('two runs of a derivation', () => {
  it('agree when doubles differ by no more than the tolerance, relative to their size', async () => {
    const first = 'SELECT i AS k, i * 1e9 AS x FROM range(1, 1000) r(i)';
    const second = 'SELECT i AS k, i * 1e9 * (1 + 1e-9) AS x FROM range(1, 1000) r(i)';
    expect(await compare(first, second, 1e-8)).toMatchObject({
      within: true,
      detail: expect.stringContaining('999 values of "x" differ by up to 1.00e-9'),
    });
    expect(await compare(first, second, 1e-10)).toMatchObject({ within: false });
    expect(await compare(first.replace('1e9 AS', '1e-9 AS'), second.replace('1e9 *', '1e-9 *'), 1e-8)).toMatchObject({
      within: true,
    });
  });

  it('are paired by their rows whatever order they came in, unless the order is part of them', async () => {
    const up = "SELECT 'g' || i AS g, sin(i) AS x FROM range(1, 500) r(i) ORDER BY i";
    const down = "SELECT 'g' || i AS g, sin(i) + 1e-15 AS x FROM range(1, 500) r(i) ORDER BY i DESC";
    expect(await compare(up, down, 1e-6)).toMatchObject({ within: true });
    expect(await compare(up, down, 1e-6, true)).toMatchObject({ within: false });
    expect(await compare(up, up.replace('sin(i)', 'sin(i) + 1e-15'), 1e-6, true)).toMatchObject({ within: true });
  });

  it.each([
    [
      'the same missing and odd values',
      "SELECT NULL::DOUBLE AS x UNION ALL SELECT 'nan' UNION ALL SELECT 'inf'",
      "SELECT 'inf'::DOUBLE AS x UNION ALL SELECT NULL UNION ALL SELECT 'nan'",
      true,
    ],
    ['zero and nearly zero', 'SELECT 0.0::DOUBLE AS x', 'SELECT 1e-300::DOUBLE AS x', false],
    ['a value and a missing one', 'SELECT 1.0::DOUBLE AS x', 'SELECT NULL::DOUBLE AS x', false],
    ['a number and infinity', 'SELECT 1.0::DOUBLE AS x', "SELECT 'inf'::DOUBLE AS x", false],
    ['other text', "SELECT 'a' AS x", "SELECT 'b' AS x", false],
    ['integers next to each other', 'SELECT 1000000000 AS x', 'SELECT 1000000001 AS x', false],
    ['another number of rows', 'SELECT 1.0::DOUBLE AS x', 'SELECT 1.0::DOUBLE AS x FROM range(2)', false],
    ['other columns', 'SELECT 1.0::DOUBLE AS x', 'SELECT 1.0::DOUBLE AS y', false],
    ['other types', 'SELECT 1.0::DOUBLE AS x', 'SELECT 1::BIGINT AS x', false],
    ['no rows', 'SELECT 1.0::DOUBLE AS x WHERE false', 'SELECT 1.0::DOUBLE AS x WHERE false', true],
  ])('with %s', async (_what, first, second, within) => {
    expect(await compare(first, second, 0.5)).toMatchObject({ within });
  });
});
