import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SqlValue, TableVersion } from '@svc/contracts';
import { forever, type QueryStack, startQueryStack } from '../../test/query-stack';
import type { QueryAnswer } from './answers';
import type { Tables } from './query-engine';

let stack: QueryStack;
let tables: Record<string, TableVersion>;

beforeAll(async () => {
  stack = await startQueryStack();
  tables = {
    flights: await stack.table(
      "SELECT i AS id, 'AA' || i AS carrier, i * 1.5 AS delay, DATE '2013-01-01' + CAST(i AS INTEGER) AS day FROM range(1, 6) r(i)",
    ),
    other: await stack.table('SELECT 7 AS secret'),
  };
});
afterAll(() => stack.stop());

type Given = readonly SqlValue[] | Readonly<Record<string, SqlValue>>;

function query(
  sql: string,
  parameters: Given = [],
  limit = 100,
  seen: Tables = { flights: tables['flights'] ?? fail() },
): Promise<QueryAnswer> {
  return stack.engine.query({
    sql,
    tables: seen,
    parameters,
    limit,
    timeoutMs: 20_000,
    caller: 'tester',
    signal: forever,
  });
}

function fail(): never {
  throw new Error('the table was not made');
}

/** The answer as it is passed on: of many rows, what the JSON in the file says. */
async function passedOn(
  sql: string,
  limit = 10_000,
): Promise<{ readonly rows: unknown; readonly truncated: boolean; readonly written: boolean }> {
  const answer = await stack.engine.answer({
    sql,
    tables: {},
    parameters: [],
    limit,
    timeoutMs: 20_000,
    caller: 'tester',
    signal: forever,
  });
  if (!('written' in answer)) return { rows: answer.rows, truncated: answer.truncated, written: false };
  const rows: unknown = JSON.parse(await readFile(answer.written.path, 'utf8'));
  expect(rows).toHaveLength(answer.rowCount);
  await answer.written.discard();
  return { rows, truncated: answer.truncated, written: true };
}

const rowsOf = async (sql: string, parameters: Given = []): Promise<unknown> => (await query(sql, parameters)).rows;

describe('a query', () => {
  it('answers rows with the columns they have', async () => {
    expect(await query('SELECT carrier, delay, day FROM flights ORDER BY id LIMIT 2')).toEqual({
      columns: [
        { name: 'carrier', type: 'string' },
        { name: 'delay', type: 'decimal(21,1)' },
        { name: 'day', type: 'date' },
      ],
      rows: [
        ['AA1', 1.5, '2013-01-02'],
        ['AA2', 3, '2013-01-03'],
      ],
      truncated: false,
      cached: false,
    });
  });

  it('names tables without case, and in every place SQL has for them', async () => {
    expect(await rowsOf('WITH late AS (SELECT * FROM Flights WHERE delay > 4) SELECT count(*) FROM late')).toEqual([
      [3],
    ]);
    expect(
      await rowsOf(
        'SELECT (SELECT max(id) FROM flights), id IN (SELECT id FROM flights) FROM flights f WHERE EXISTS (FROM flights g WHERE g.id = f.id + 4)',
      ),
    ).toEqual([[5, true]]);
    expect(
      await rowsOf('FROM flights SELECT count(*) UNION ALL SELECT sum(g) FROM generate_series(1, 3) s(g)'),
    ).toEqual([[5], [6]]);
    expect(
      await rowsOf('WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4) SELECT max(i) FROM n'),
    ).toEqual([[4]]);
    expect((await query('SUMMARIZE flights')).rows).toHaveLength(4);
    expect((await query('DESCRIBE flights')).rows).toHaveLength(4);
    expect(JSON.stringify((await query('-- why\nEXPLAIN SELECT * FROM flights')).rows)).toContain('PARQUET');
  });

  it('says when there were more rows than asked for, and only then', async () => {
    expect(await query('SELECT id FROM flights', [], 4)).toMatchObject({ truncated: true, rows: { length: 4 } });
    expect(await query('SELECT id FROM flights', [], 5)).toMatchObject({ truncated: false, rows: { length: 5 } });
  });

  it('says so too when an answer is cut because it is large: later where it is only passed on', async () => {
    const sql = "SELECT repeat('x', 1000000) AS long FROM range(200)";
    const read = await query(sql, [], 200);
    expect([read.truncated, read.rows.length]).toEqual([true, 5]);
    expect(await passedOn(sql, 200)).toMatchObject({ truncated: true, written: true, rows: { length: 17 } });
  });

  it('of long texts costs its worker neither its life nor its memory, however often it is asked', async () => {
    const before = await stack.pools.interactive.pids();
    for (let n = 0; n < 5; n += 1) {
      expect(await passedOn("SELECT repeat('x', 100000) || i AS long FROM range(20000) r(i)", 20_000)).toMatchObject({
        truncated: true,
      });
      expect(await rowsOf('SELECT a.delay + b.delay FROM flights a, flights b WHERE a.id = 1 AND b.id = 2')).toEqual([
        [4.5],
      ]);
    }
    expect(await stack.pools.interactive.pids()).toEqual(before);
  });

  it.each([
    "SELECT i, 'q\"u\\o\te' || chr(7) || chr(8232) || '😀' || i AS t, i * 1e300 AS d, i::HUGEINT * 1000000000000000000 AS h, NULL AS n, i % 2 = 0 AS b, TIMESTAMP '2013-01-01' + INTERVAL (i) HOUR AS at, [i] AS l FROM range(10000) r(i)",
    "SELECT 'nan'::DOUBLE AS x, repeat(chr(1), 50000) AS c FROM range(3)",
  ])('of many rows is the same to the byte, whether it is read here or passed on: %j', async (sql) => {
    const passed = await passedOn(sql);
    expect(passed.written).toBe(true);
    const read = await query(sql, [], 10_000);
    expect(JSON.stringify(passed.rows)).toBe(JSON.stringify(read.rows));
  });

  it('is passed on as values up to 256 KiB of JSON, and beyond as a file', async () => {
    // Two brackets around each, one pair around all, quotes around the text.
    const cells = (bytes: number): string => `SELECT repeat('x', ${String(bytes - 6)}) AS x`;
    expect(await passedOn(cells(256 * 1024))).toMatchObject({ written: false });
    expect(await passedOn(cells(256 * 1024 + 1))).toMatchObject({ written: true });
    expect(await readdir(join(stack.root, 'warehouse/staged'))).toEqual([]);
  });

  it('binds parameters by place and by name, lists too', async () => {
    expect(await rowsOf('SELECT carrier FROM flights WHERE id = $1 OR carrier = $2', [2, 'AA4'])).toEqual([
      ['AA2'],
      ['AA4'],
    ]);
    expect(
      await rowsOf('SELECT id FROM flights WHERE id = ANY($ids) AND day >= CAST($since AS DATE)', {
        ids: [1, 2, 3],
        since: '2013-01-03',
      }),
    ).toEqual([[2], [3]]);
    expect(await rowsOf('SELECT count(*) FROM flights WHERE id = ANY($1)', [[]])).toEqual([[0]]);
    expect(await rowsOf('SELECT $1, $2, $3, $4', [null, true, 0.5, "'; DROP TABLE flights; --"])).toEqual([
      [null, true, 0.5, "'; DROP TABLE flights; --"],
    ]);
  });

  it.each<[string, Given, RegExp]>([
    ['SELECT $1, $2', [1], /\$2 has no value/],
    ['SELECT $1', [1, 2], /no parameter \$2/],
    ['SELECT $1, $3', [1, 2, 3], /without a gap/],
    ['SELECT $2', [1, 2], /without a gap/],
    ['SELECT $day', { dy: 1 }, /\$day has no value/],
    ['SELECT $1', [['a', 1]], /one type/],
  ])('refuses parameters that do not fit: %s', async (sql, parameters, message) => {
    await expect(query(sql, parameters)).rejects.toMatchObject({
      code: 'invalid-sql',
      detail: expect.stringMatching(message),
    });
  });

  it('writes numbers as numbers while a double holds them exactly, and as text beyond', async () => {
    expect(
      await rowsOf(
        "SELECT 9007199254740991, 9007199254740993, sum(i), 1e300, 'NaN'::DOUBLE, 'inf'::DOUBLE, 0.1, 123456789012345678.91, -0.05 FROM range(3) r(i)",
      ),
    ).toEqual([[9007199254740991, '9007199254740993', 3, 1e300, null, null, 0.1, '123456789012345678.91', -0.05]]);
  });

  it('writes times in ISO 8601, and as text what JSON has no form for', async () => {
    const sql =
      "SELECT DATE '2013-01-31', TIMESTAMP '1969-12-31 23:59:59.5', TIMESTAMPTZ '2013-01-01 05:17:00+05:00', TIME '05:17:00.25', [1, 2], {'a': 1}, INTERVAL 90 MINUTE, '\\xAB'::BLOB";
    expect(await rowsOf(sql)).toEqual([
      [
        '2013-01-31',
        '1969-12-31T23:59:59.5',
        '2013-01-01T00:17:00Z',
        '05:17:00.25',
        '[1,2]',
        '{"a":1}',
        expect.any(String),
        '\\xAB',
      ],
    ]);
  });

  it('sums doubles to the same digits every time', async () => {
    const values = await stack.table('SELECT sin(i) * 1e6 AS x, i % 7 AS g FROM range(1500000) r(i)');
    const sums = [];
    for (let n = 0; n < 4; n += 1)
      sums.push((await query('SELECT g, sum(x), avg(x) FROM v GROUP BY g ORDER BY g', [], 100, { v: values })).rows);
    expect(new Set(sums.map((one) => JSON.stringify(one))).size).toBe(1);
  });
});

describe('a query that may not be', () => {
  const refused: readonly string[] = [
    // not one SELECT
    '',
    ';',
    '-- nothing',
    'SELECT 1; SELECT 2',
    'SELECT 1; DROP VIEW flights',
    'INSERT INTO flights VALUES (1)',
    'CREATE TABLE t AS SELECT 1',
    'DROP VIEW flights',
    'UPDATE flights SET id = 1',
    'DELETE FROM flights',
    "COPY flights TO '/tmp/x.csv'",
    "COPY (SELECT 1) TO 'x'",
    "ATTACH ':memory:' AS m",
    "ATTACH '/etc/passwd' AS m",
    'DETACH temp',
    "EXPORT DATABASE '/tmp/x'",
    "IMPORT DATABASE '/tmp/x'",
    'INSTALL httpfs',
    'LOAD httpfs',
    'SET threads = 8',
    'SET VARIABLE x = 1',
    'RESET threads',
    'USE memory',
    'CHECKPOINT',
    'BEGIN',
    'VACUUM',
    'CALL pragma_version()',
    'PRAGMA database_list',
    'PREPARE p AS SELECT 1',
    'EXECUTE p',
    'CREATE MACRO sum(x) AS 1',
    'CREATE SECRET (TYPE s3)',
    'CREATE TEMP VIEW v AS SELECT 1',
    'EXPLAIN ANALYZE SELECT 1',
    'EXPLAIN ANALYZE INSERT INTO flights VALUES (1)',
    'EXPLAIN INSERT INTO flights VALUES (1)',
    'EXPLAIN EXPLAIN SELECT 1',
    "EXPLAIN COPY flights TO 'x'",
    'PIVOT flights ON carrier USING sum(id)',
    'SHOW TABLES',
    'SHOW ALL TABLES',
    'SHOW DATABASES',
    'WITH x AS (INSERT INTO flights VALUES (1) RETURNING *) FROM x',
    'MERGE INTO flights USING flights ON false WHEN NOT MATCHED THEN INSERT',
    // files and the network
    "FROM '/etc/passwd'",
    "FROM 'flights.csv'",
    "FROM '/proc/self/environ'",
    "SELECT * FROM read_csv('/etc/passwd')",
    "FROM read_text('/proc/self/environ')",
    "FROM read_blob('/proc/self/mem')",
    "FROM read_parquet('/**')",
    "FROM parquet_scan('x')",
    "FROM parquet_metadata('x')",
    "FROM parquet_schema('x')",
    "FROM parquet_kv_metadata('x')",
    "FROM read_json('x')",
    "FROM read_ndjson_objects('x')",
    "FROM sniff_csv('x')",
    "FROM glob('/**')",
    "FROM 'https://example.org/x.parquet'",
    "FROM 's3://b/x.parquet'",
    "FROM read_duckdb('x')",
    "SELECT (FROM read_text('/etc/passwd'))",
    "SELECT * FROM flights, read_csv('x')",
    "SELECT * FROM flights WHERE id IN (SELECT 1 FROM 'x.csv')",
    "WITH a AS (FROM 'x.parquet') FROM a",
    "FROM (PIVOT 'x.csv' ON a IN (1) USING sum(b))",
    "DESCRIBE 'x.csv'",
    "SUMMARIZE FROM 'x.csv'",
    "EXPLAIN SELECT * FROM 'x.csv'",
    "SELECT * FROM flights UNION ALL BY NAME FROM 'x.csv'",
    "SELECT * FROM flights ORDER BY (SELECT 1 FROM 'x.csv')",
    "SELECT sum(id) OVER (ORDER BY (SELECT 1 FROM 'x.csv')) FROM flights",
    "VALUES ((SELECT 1 FROM 'x.csv'))",
    "SELECT * FROM flights LIMIT (SELECT 1 FROM 'x.csv')",
    "SELECT list_transform([1], lambda q: (SELECT q FROM 'x.csv'))",
    // other rows, and the catalog
    'FROM other',
    'FROM missing',
    'FROM temp.flights',
    'FROM main.flights',
    'FROM memory.main.flights',
    'FROM duckdb_tables',
    'FROM duckdb_views()',
    'FROM duckdb_settings()',
    'FROM duckdb_secrets()',
    'FROM duckdb_logs',
    'FROM information_schema.tables',
    'FROM sqlite_master',
    'FROM pg_catalog.pg_class',
    'FROM pg_views',
    "FROM pragma_table_info('flights')",
    "FROM query('SELECT 1')",
    "FROM query_table('flights')",
    "FROM json_execute_serialized_sql('{}')",
    'FROM histogram(flights, id)',
    'FROM test_all_types()',
    "FROM sql_auto_complete('SEL')",
    "FROM which_secret('a', 'b')",
    'FROM arrow_scan(1, 2, 3)',
    'FROM seq_scan()',
    'FROM summary(flights)',
    // common tables do not reach further than SQL lets them
    'SELECT * FROM (WITH "/etc/passwd" AS (SELECT 1) FROM "/etc/passwd"), \'/etc/passwd\'',
    'WITH duckdb_views AS (FROM duckdb_views) FROM duckdb_views',
    'WITH a AS (FROM b), b AS (SELECT 1) FROM a',
    'WITH "duc\u212adb_views" AS (SELECT 1) FROM duckdb_views',
    // functions that tell, wait, or keep state
    "SELECT getvariable('x')",
    "SELECT current_setting('allowed_directories')",
    "SELECT nextval('s')",
    "SELECT write_log('x')",
    'SELECT sleep_ms(10)',
    'SELECT pg_sleep(1)',
    'SELECT pg_get_viewdef(1)',
    "SELECT getenv('HOME')",
    "SELECT json_serialize_plan('SELECT * FROM flights')",
    'SELECT pg_catalog.format_type(1, 1)',
    'SELECT system.main.abs(1)',
    'SELECT memory.main.abs(1)',
    "SELECT CURRENT_SETTING('threads')",
    "SELECT 'x'.getvariable()",
    "SELECT id, getvariable('x') OVER () FROM flights",
    'SELECT setseed(0.5)',
    // other names for the same doors
    'SELECT * FROM "read_csv"(\'/etc/passwd\')',
    "FROM main.read_csv('/etc/passwd')",
    "FROM system.main.read_text('/etc/passwd')",
    "SELECT read_text('/etc/passwd')",
    "FROM read_csv_auto('x')",
    "FROM read_json_auto('x')",
    "FROM read_ndjson('x')",
    "FROM read_json_objects('x')",
    "FROM parquet_file_metadata('x')",
    "FROM parquet_bloom_probe('x', 'a', 1)",
    'FROM duckdb_extensions()',
    'FROM duckdb_temporary_files()',
    'FROM pragma_database_size()',
    'FROM duckdb_memory()',
    'FROM duckdb_functions()',
    "FROM sqlite_scan('x', 't')",
    "FROM postgres_scan('host=localhost', 'public', 't')",
    "FROM iceberg_scan('x')",
    "FROM delta_scan('x')",
    "FROM st_read('x')",
    "FROM 'data/*.parquet'",
    "FROM 'x.db'",
    'FROM "s3://b/x.parquet"',
    "FROM 'hf://datasets/x'",
    "FROM flights JOIN read_blob('/etc/passwd') USING (id)",
    "FROM flights, LATERAL (FROM read_csv('x'))",
    "FROM flights POSITIONAL JOIN 'x.csv'",
    "FROM (DESCRIBE 'x.csv')",
    "FROM (SUMMARIZE 'x.csv')",
    "SELECT columns(c -> (SELECT 1 FROM 'x.csv')) FROM flights",
    'ALTER TABLE flights ADD COLUMN x INT',
    'TRUNCATE flights',
    "COMMENT ON VIEW flights IS 'x'",
    'ANALYZE',
    'FORCE CHECKPOINT',
    'EXPLAIN (ANALYZE) SELECT 1',
    'PRAGMA enable_profiling',
    "PRAGMA add_parquet_key('k', 'v')",
    "CALL enable_logging('QueryLog')",
    'CREATE OR REPLACE TEMP MACRO m() AS TABLE FROM flights',
    "LOAD 'https://example.org/x.duckdb_extension'",
    'FORCE INSTALL httpfs FROM community',
    'UPDATE EXTENSIONS',
    "SET GLOBAL allowed_directories = ['/']",
    'SET SESSION lock_configuration = false',
    'PRAGMA disable_verification',
    "ATTACH 'x' (TYPE sqlite)",
    'COPY FROM DATABASE memory TO temp',
    'CREATE SEQUENCE s',
    "CREATE TYPE t AS ENUM ('a')",
    'CREATE INDEX i ON flights (id)',
    'CREATE SCHEMA s',
    'DEALLOCATE p',
    'ROLLBACK',
    'DECLARE c CURSOR FOR SELECT 1',
    'WITH x AS MATERIALIZED (DELETE FROM flights RETURNING 1) FROM x',
    'SELECT 1 INTO t',
  ];

  it.each(refused)('is refused: %s', async (sql) => {
    const error: unknown = await query(sql).catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({ code: 'invalid-sql' });
    // What a refusal says must not tell where anything lies on the host.
    expect(String(error)).not.toContain(stack.root);
  });

  it('sees the rows of its own request, whatever a name stood for before', async () => {
    const [one, two] = [await stack.table('SELECT 1 AS v'), await stack.table('SELECT 2 AS v')];
    for (let n = 0; n < 6; n += 1) {
      const [mine, others] = n % 2 === 0 ? [one, two] : [two, one];
      expect((await query('SELECT t.v, u.v FROM t, u', [], 10, { t: mine, u: others })).rows).toEqual([
        n % 2 === 0 ? [1, 2] : [2, 1],
      ]);
      expect((await query('SELECT T.v FROM T', [], 10, { t: mine })).rows).toEqual([[n % 2 === 0 ? 1 : 2]]);
    }
    await expect(query('FROM u', [], 10, { t: one })).rejects.toMatchObject({ code: 'invalid-sql' });
  });

  it('leaves no trace for the next one', async () => {
    await query('SELECT 1 FROM other', [], 1, tables);
    await expect(query('FROM other')).rejects.toMatchObject({ code: 'invalid-sql' });
    expect(await rowsOf('SELECT count(*) FROM flights')).toEqual([[5]]);
  });

  it.each([
    ['SELECT * FROM flights WHERE nope = 1', /nope/],
    ['SELEC 1', /syntax error/],
    ["SELECT CAST('x' AS INTEGER)", /convert|Could not/i],
    ["SELECT error('told')", /told/],
  ])('gets the words of the engine: %s', async (sql, message) => {
    await expect(query(sql)).rejects.toMatchObject({ code: 'invalid-sql', detail: expect.stringMatching(message) });
  });

  it('is told which tables it reads, before it runs', async () => {
    expect(
      [
        ...(await stack.engine.inspect(
          'SELECT * FROM Flights, (WITH x AS (FROM "a_b") FROM x) CROSS JOIN unnest([1])',
          'tester',
          forever,
        )),
      ].sort(),
    ).toEqual(['a_b', 'flights']);
  });
});
