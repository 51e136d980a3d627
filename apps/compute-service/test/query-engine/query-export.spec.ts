import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DuckDBInstance } from '@duckdb/node-api';
import type { RowFile, SqlValue, TableVersion } from '@svc/contracts';
import { tableFromIPC } from 'apache-arrow';
import { forever, type QueryStack, startQueryStack } from '../query-stack';

let stack: QueryStack;
let table: TableVersion;
const ROWS = `SELECT CAST(i AS INTEGER) AS i, CASE WHEN i % 2 = 0 THEN 'ä"' || i || chr(10) END AS text, i % 3 = 0 AS flag, i / 7 AS x, CAST(i * -1.25 AS DECIMAL(20,2)) AS d,
  DATE '1969-12-30' + CAST(i AS INTEGER) AS day, TIMESTAMP '2013-01-01 05:17:00.25' + INTERVAL (i) HOUR AS at, TIMESTAMPTZ '2013-01-01 05:17:00+00' AS zoned, TIME '05:17:00.5' AS time FROM range(5000) r(i)`;

beforeAll(async () => {
  stack = await startQueryStack();
  table = await stack.table(ROWS);
});
afterAll(() => stack.stop());

async function file(
  form: RowFile,
  sql: string,
  { limit = 1_000_000, parameters = [] }: { limit?: number; parameters?: readonly SqlValue[] } = {},
) {
  const { stored, ...told } = await stack.engine.toFile({
    sql,
    form,
    limit,
    parameters,
    tables: { t: table },
    timeoutMs: 60_000,
    caller: 'tester',
    signal: forever,
  });
  return { ...told, bytes: await buffer(await stack.warehouse.results.open(stored.object)) };
}

async function readBack(bytes: Uint8Array, reader: 'read_csv' | 'read_parquet', then: string): Promise<unknown> {
  const staged = await stack.warehouse.stage();
  await staged.write(bytes);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const answer = await connection.runAndReadAll(`SELECT ${then} FROM ${reader}('${staged.path}')`);
  connection.closeSync();
  return answer.getRowsJson();
}

const SUMS =
  'count(*), count(text), sum(i)::BIGINT, sum(d::DECIMAL(20,2))::VARCHAR, min(day)::VARCHAR, max("at")::VARCHAR, count(*) FILTER (flag), max(wide)::BIGINT, bool_and(text = concat(\'ä"\', i, chr(10)))';
const EXPECTED = [
  ['5000', '2500', '12497500', '-15621875.00', '1969-12-30', '2013-07-28 12:17:00.25', '1667', '4999000', true],
];

describe('an answer that is a file', () => {
  it.each<RowFile>(['arrow', 'csv', 'parquet'])(
    'is none when the statement fails after many rows: %s',
    async (form) => {
      const late = "SELECT x, CAST(if(x = 290000, 'bad', '1') AS INTEGER) AS c FROM range(300000) t(x)";
      await expect(file(form, late)).rejects.toMatchObject({
        code: 'invalid-sql',
        detail: expect.stringMatching(/Could not convert string 'bad'/),
      });
    },
  );

  it('has the rows in Parquet', async () => {
    const { rows, truncated, bytes } = await file(
      'parquet',
      'SELECT *, CAST(i AS HUGEINT) * 1000 AS wide FROM t ORDER BY i;',
    );
    expect({ rows, truncated }).toEqual({ rows: 5000, truncated: false });
    expect(await readBack(bytes, 'read_parquet', SUMS)).toEqual(EXPECTED);
  });

  it('has the rows in CSV, with what is missing told from empty text', async () => {
    const { bytes } = await file('csv', 'SELECT *, CAST(i AS HUGEINT) * 1000 AS wide FROM t ORDER BY i');
    expect(await readBack(bytes, 'read_csv', SUMS)).toEqual(EXPECTED);
    expect((await file('csv', "SELECT '' AS empty, NULL::VARCHAR AS missing, 'a,b' AS quoted")).bytes.toString()).toBe(
      'empty,missing,quoted\n"",,"a,b"\n',
    );
  });

  it('has the rows in Arrow, bit by bit', async () => {
    const { rows, bytes } = await file('arrow', 'SELECT *, CAST(i AS HUGEINT) * 1000 AS wide FROM t ORDER BY i');
    const read = tableFromIPC(bytes);
    expect(rows).toBe(5000);
    expect(read.numRows).toBe(5000);
    expect(read.schema.fields.map(({ name, type }) => `${name} ${String(type)}`)).toEqual([
      'i Int64',
      'text Utf8',
      'flag Bool',
      'x Float64',
      'd Decimal[20e+2]',
      'day Date32<DAY>',
      'at Timestamp<MICROSECOND>',
      'zoned Timestamp<MICROSECOND, UTC>',
      'time Time64<MICROSECOND>',
      'wide Int64',
    ]);
    const row = read.get(4999)?.toJSON() ?? {};
    expect(row).toMatchObject({ i: 4999n, text: null, flag: false, x: 4999 / 7, wide: 4999000n });
    expect(read.get(4998)?.toJSON()['text']).toBe('ä"4998\n');
    expect(Number(row['at'])).toBe(Date.UTC(2013, 6, 28, 12, 17, 0, 250));
    expect(String(read.getChild('d')?.get(4999))).toBe('-624875');
    expect(Number(read.getChild('day')?.get(0))).toBe(-2 * 86_400_000);
  });

  it('in Arrow may have more long texts than a worker has memory', async () => {
    const before = await stack.pools.batch.pids();
    const { rows, bytes } = await file('arrow', "SELECT repeat('x', 50000) || i AS long FROM range(12000) r(i)");
    expect([rows, bytes.length > 600_000_000]).toEqual([12_000, true]);
    expect(await stack.pools.batch.pids()).toEqual(before);
  });

  it('in Arrow may have as many columns as a table, of values that are objects until they are written', async () => {
    const before = await stack.pools.batch.pids();
    const columns = Array.from({ length: 2000 }, (_, n) => `(i + ${String(n)})::DECIMAL(38,2) AS c${String(n)}`).join(
      ', ',
    );
    const { rows, bytes } = await file('arrow', `SELECT ${columns} FROM range(5000) r(i)`);
    const read = tableFromIPC(bytes);
    expect([rows, read.numRows, String(read.getChild('c1999')?.get(4999))]).toEqual([5000, 5000, '699800']);
    expect(await stack.pools.batch.pids()).toEqual(before);
  });

  it('is refused in few words when a column has a type of many', async () => {
    const deeper = Array.from(
      { length: 14 },
      (_, n) => `t${String(n + 1)} AS (SELECT {'x': a, 'y': a} AS a FROM t${String(n)})`,
    ).join(', ');
    await expect(file('csv', `WITH t0 AS (SELECT 1 AS a), ${deeper} FROM t14`)).rejects.toMatchObject({
      code: 'invalid-sql',
      detail: expect.stringMatching(/^The column "a" has the type STRUCT[^]{1,4000} …$/),
    });
  });

  it.each<RowFile>(['csv', 'arrow', 'parquet'])(
    '%s says when there were more rows than asked for, and only then',
    async (form) => {
      expect(await file(form, 'SELECT i FROM t ORDER BY i', { limit: 4999 })).toMatchObject({
        rows: 4999,
        truncated: true,
      });
      expect(await file(form, 'SELECT i FROM t ORDER BY i', { limit: 5000 })).toMatchObject({
        rows: 5000,
        truncated: false,
      });
      expect(await file(form, 'SELECT i FROM t WHERE i < 0')).toMatchObject({ rows: 0, truncated: false });
    },
  );

  it.each<RowFile>(['csv', 'arrow', 'parquet'])('%s takes parameters, comments and a semicolon', async (form) => {
    const sql = '-- first; \'x\nSELECT i, $1 AS given FROM t WHERE i IN (3, $2) /* ; */ ; -- last; "';
    expect(await file(form, sql, { parameters: ['; --', 4] })).toMatchObject({ rows: 2, truncated: false });
  });

  it.each<[string, RegExp]>([
    ["COPY t TO 'x'", /Only SELECT/],
    ["SELECT 1) TO '/tmp/x' (FORMAT csv); --", /syntax error/],
    ['SELECT [1] AS list', /cannot contain/],
    ['EXPLAIN SELECT 1', /EXPLAIN/],
    ['FROM other', /no table/],
  ])('is refused for %s', async (sql, message) => {
    await expect(file('csv', sql)).rejects.toMatchObject({
      code: 'invalid-sql',
      detail: expect.stringMatching(message),
    });
  });

  it('may not fill the disk: it is given up when it is larger than a worker may write', async () => {
    // Ten times as much as the workers of this stack may write.
    const wide = 'SELECT repeat(i::VARCHAR || hash(i), 400) AS x FROM range(1000000) r(i)';
    await expect(file('csv', wide)).rejects.toMatchObject({
      code: 'query-out-of-memory',
      detail: expect.stringContaining('larger than a worker may write'),
    });
    expect((await file('csv', 'SELECT 1 AS a')).bytes.toString()).toBe('a\n1\n');
  });

  it('leaves nothing behind in the folder of its worker, also when it fails', async () => {
    await file('parquet', 'FROM t');
    await expect(
      file('csv', "SELECT CASE WHEN i = 4000 THEN error('late') ELSE i::VARCHAR END AS x FROM t"),
    ).rejects.toMatchObject({ code: 'invalid-sql' });
    const scratch = join(stack.root, 'warehouse/scratch');
    const outputs = await Promise.all((await readdir(scratch)).map((name) => readdir(join(scratch, name, 'out'))));
    expect(outputs.flat()).toEqual([]);
  });
});
