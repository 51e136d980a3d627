import { createHash } from 'node:crypto';
import { DuckDBInstance } from '@duckdb/node-api';
import { isRefusedFunction, TABLE_FUNCTIONS } from './refused-functions';

/** Scalar functions, aggregates and macros of the DuckDB that is installed, as they were read through once. */
const REVIEWED = { count: 813, sha256: 'd5b4a44299d818f5ee622046f50d9919237f85f8739777fb6b7e4983079ef5fc' };

async function names(kinds: string): Promise<string[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const reader = await connection.runAndReadAll(
    `SELECT DISTINCT lower(function_name) AS name FROM duckdb_functions() WHERE function_type IN (${kinds}) ORDER BY name`,
  );
  connection.closeSync();
  return reader.getRows().map(([name]) => String(name));
}

describe('the functions a statement may call', () => {
  it('are those of the catalog that was reviewed: read what is new in a new DuckDB, then pin it here', async () => {
    const catalog = await names("'scalar', 'aggregate', 'macro'");
    expect({ count: catalog.length, sha256: createHash('sha256').update(catalog.join('\n')).digest('hex') }).toEqual(
      REVIEWED,
    );
  });

  it('include no table function that reads files or the catalog', async () => {
    const catalog = await names("'table', 'table_macro'");
    for (const name of TABLE_FUNCTIONS) expect(catalog).toContain(name);
    expect(catalog.filter((name) => TABLE_FUNCTIONS.has(name))).toHaveLength(TABLE_FUNCTIONS.size);
    expect(
      [...TABLE_FUNCTIONS].filter((name) =>
        /read|scan|parquet|csv|glob|file|duckdb|pragma|query|sql|secret|log/.test(name),
      ),
    ).toEqual([]);
  });

  it.each(['getvariable', 'GetVariable', 'pg_get_viewdef', '__internal_decompress_string_ubigint', 'current_setting'])(
    'do not include %s',
    (name) => {
      expect(isRefusedFunction(name)).toBe(true);
    },
  );

  it.each(['sum', 'pg_typeof', 'regexp_replace', 'list_transform', 'date_trunc'])('include %s', (name) => {
    expect(isRefusedFunction(name)).toBe(false);
  });
});
