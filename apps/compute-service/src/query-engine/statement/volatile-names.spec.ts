import { DuckDBInstance } from '@duckdb/node-api';
import { isRefusedFunction } from './refused-functions';
import { checkStatement } from './statement-gate';
import { isVolatileFunction } from './volatile-names';

async function asked(sql: string, parameters: string[] = []): Promise<string[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const reader = await connection.runAndReadAll(sql, parameters);
  connection.closeSync();
  return reader.getRows().map(([cell]) => String(cell));
}

async function isVolatile(sql: string): Promise<boolean> {
  const [text = ''] = await asked(
    'SELECT json_serialize_sql($1::VARCHAR, skip_null := true, skip_empty := true, skip_default := true)',
    [sql],
  );
  return checkStatement(JSON.parse(text)).volatile;
}

describe('a statement whose answer may be another one next time', () => {
  it.each([
    'SELECT now()',
    'SELECT NOW()',
    'SELECT current_date',
    'SELECT CURRENT_TIMESTAMP',
    'SELECT localtimestamp',
    'SELECT today()',
    'SELECT random()',
    'SELECT uuid()',
    'SELECT age(ts) FROM t',
    'SELECT 1 WHERE random() < 2',
    'WITH a AS (SELECT gen_random_uuid()) FROM a',
    'SELECT (SELECT max(random()) FROM t)',
    'FROM t ORDER BY random()',
    'FROM t USING SAMPLE 3',
    'FROM t TABLESAMPLE 10%',
    'FROM (FROM t TABLESAMPLE reservoir(2 ROWS))',
    "SELECT list_aggregate([1, 2], 'reservoir_quantile', 0.5)",
    'SELECT reservoir_quantile(i, 0.5) FROM t',
    "SELECT current_time AT TIME ZONE 'UTC'",
    'SELECT sum(i) FILTER (d < current_date) FROM t',
    'SELECT "current_date" FROM t',
    'SELECT i::VARCHAR || current_user FROM t',
    'SELECT ago(INTERVAL 1 DAY)',
    'SELECT current_localtimestamp()',
    'SELECT current_localtime()',
  ])('is known: %s', async (sql) => {
    expect(await isVolatile(sql)).toBe(true);
  });

  it.each([
    "SELECT sum(x), date_trunc('month', day) FROM t GROUP BY 2",
    'SELECT t.current_date FROM t',
    "SELECT 'now()'",
    'SELECT approx_quantile(x, 0.5) FROM t',
  ])('is told from one that is settled: %s', async (sql) => {
    expect(await isVolatile(sql)).toBe(false);
  });

  it('calls no function of the catalog that says so itself and is missing from the list', async () => {
    const catalog = await asked(
      "SELECT DISTINCT lower(function_name) FROM duckdb_functions() WHERE stability IS NOT NULL AND stability <> 'CONSISTENT' AND function_type IN ('scalar', 'aggregate')",
    );
    expect(catalog.length).toBeGreaterThan(20);
    // The one that only fails.
    expect(catalog.filter((name) => name !== 'error' && !isVolatileFunction(name) && !isRefusedFunction(name))).toEqual(
      [],
    );
  });

  it('calls no function without arguments settled that answers something else the second time', async () => {
    const names = await asked(
      "SELECT DISTINCT lower(function_name) FROM duckdb_functions() WHERE function_type = 'scalar' AND len(parameters) = 0 AND regexp_full_match(function_name, '\\w+')",
    );
    const settled = names.filter((name) => !isVolatileFunction(name) && !isRefusedFunction(name));
    expect(settled).toContain('pi');
    const calls = settled.map((name) => `SELECT ${name}()`);
    const answers = async (): Promise<string[]> =>
      Promise.all(calls.map(async (sql) => `${sql}: ${String(await asked(sql).catch(String))}`));
    expect(await answers()).toEqual(await answers());
  });

  it('calls no macro that stands for one', async () => {
    const macros = await asked(
      "SELECT DISTINCT lower(function_name) FROM duckdb_functions() WHERE function_type = 'macro' AND regexp_matches(lower(macro_definition), '\\b(now|random|current_\\w+|today|uuid|localtime\\w*|nextval|reservoir)\\b')",
    );
    expect(macros.filter((name) => !isVolatileFunction(name) && !isRefusedFunction(name))).toEqual([]);
  });
});
