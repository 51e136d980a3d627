import { forever } from '../query-stack';
import { stack, tables, query, rowsOf } from '../query-calls';

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

  it.each([
    "IMPORT DATABASE '/tmp/x'",
    "SELECT 1; IMPORT DATABASE '/tmp/x'",
    "EXPLAIN SELECT 1; IMPORT DATABASE '/tmp/x'",
  ])('is refused before the engine acts on any part of it: %s', async (sql) => {
    await expect(query(sql)).rejects.toMatchObject({ detail: expect.stringMatching(/^Only SELECT/) });
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
