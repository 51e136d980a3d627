import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Column } from './column';
import { parquetColumns, type ParquetColumn, readParquetTable } from './read-parquet-table';

describe('rows read from Parquet', () => {
  let folder: string;
  let found: readonly ParquetColumn[];
  let columns: ReadonlyMap<string, Column>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-parquet-'));
    const file = join(folder, 'rows.parquet');
    const duckdb = await DuckDBInstance.create(':memory:');
    const connection = await duckdb.connect();
    // More rows than one row group holds, and a null in every column.
    await connection.run(`COPY (
      SELECT CASE WHEN i = 7 THEN NULL ELSE i END::BIGINT AS whole, CASE WHEN i = 7 THEN NULL ELSE i / 4 END::DOUBLE AS real,
             CASE WHEN i = 7 THEN NULL ELSE 's' || i % 3 END AS text, CASE WHEN i = 7 THEN NULL ELSE i % 2 = 0 END AS flag,
             CASE WHEN i = 7 THEN NULL ELSE i * 0.01 END::DECIMAL(12, 2) AS exact, CASE WHEN i = 7 THEN NULL ELSE DATE '2013-01-01' + i::INT END AS day,
             CASE WHEN i = 7 THEN NULL ELSE TIMESTAMPTZ '2013-01-01 00:00:00+00' + INTERVAL (i) SECOND END AS instant,
             [i] AS nested, 'x'::BLOB AS bytes, uuid() AS id
      FROM range(5000) t(i)) TO '${file}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 2048)`);
    connection.closeSync();
    found = await parquetColumns(file);
    const table = await readParquetTable(file, found);
    expect(table.rowCount).toBe(5000);
    columns = new Map(table.columns.map((it) => [it.name, it]));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const numbers = (name: string): readonly number[] => {
    const column = columns.get(name);
    if (column === undefined || column.type === 'string') throw new Error(`${name} is not numeric`);
    return [3, 7, 4999].map((row) => column.values[row] ?? 0);
  };

  it.each([
    ['whole', [3, NaN, 4999]],
    ['real', [0.75, NaN, 1249.75]],
    ['flag', [0, NaN, 0]],
    ['exact', [0.03, NaN, 49.99]],
    ['day', [Date.UTC(2013, 0, 4), NaN, Date.UTC(2013, 0, 1) + 4999 * 86_400_000]],
    ['instant', [Date.UTC(2013, 0, 1, 0, 0, 3), NaN, Date.UTC(2013, 0, 1) + 4_999_000]],
  ])('are exact in a column of %s, also past the first row group, and a null is missing', (name, expected) => {
    expect(numbers(name)).toEqual(expected);
  });

  it('have the types the file says, and what gates cannot look at is left out', () => {
    expect(found.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'whole number',
      'real number',
      'text string',
      'flag boolean',
      'exact number',
      'day time',
      'instant time',
      'id string',
    ]);
  });

  it('keep each text, and a null is missing', () => {
    const text = columns.get('text');
    if (text?.type !== 'string') throw new Error('text is not text');
    expect([3, 7, 4999].map((row) => text.levels[text.codes[row] ?? -1] ?? null)).toEqual(['s0', null, 's1']);
  });
});
