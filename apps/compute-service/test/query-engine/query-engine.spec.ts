import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { forever } from '../query-stack';
import { stack, type Given, query, rowsOf } from '../query-calls';

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
    timeoutMs: 120_000,
    caller: 'tester',
    signal: forever,
  });
  if (!('written' in answer)) return { rows: answer.rows, truncated: answer.truncated, written: false };
  const rows: unknown = JSON.parse(await readFile(answer.written.path, 'utf8'));
  expect(rows).toHaveLength(answer.rowCount);
  await answer.written.discard();
  return { rows, truncated: answer.truncated, written: true };
}

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
      settled: true,
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
