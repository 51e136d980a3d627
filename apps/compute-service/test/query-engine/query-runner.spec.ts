import { readFile } from 'node:fs/promises';
import type { SqlValue, TableVersion } from '@svc/contracts';
import { forever, type QueryStack, startQueryStack } from '../query-stack';

let inWorkers: QueryStack;
let inProcess: QueryStack;

beforeAll(async () => {
  [inWorkers, inProcess] = await Promise.all([
    startQueryStack({ poolSize: 2 }),
    startQueryStack({ runner: 'inprocess', poolSize: 2, graceMs: 200 }),
  ]);
});
afterAll(() => Promise.all([inWorkers.stop(), inProcess.stop()]));

const ROWS =
  "SELECT i, i % 5 AS g, sin(i) * 1e6 AS x, CAST(i * 1.25 AS DECIMAL(18,2)) AS d, DATE '2013-01-01' + CAST(i % 400 AS INTEGER) AS day, CASE WHEN i % 3 = 0 THEN NULL ELSE 't' || i END AS t FROM range(50000) r(i)";

async function ask(
  stack: QueryStack,
  table: TableVersion,
  sql: string,
  parameters: readonly SqlValue[] = [],
): Promise<unknown> {
  return stack.engine
    .query({ sql, tables: { t: table }, parameters, limit: 1000, timeoutMs: 60_000, caller: 'tester', signal: forever })
    .catch(({ code, detail }) => ({ code, detail }));
}

describe('the query runners "worker" and "inprocess"', () => {
  it.each<[string, SqlValue[]]>([
    ['SELECT g, sum(x), avg(x), stddev(x), sum(d), count(t), min(day), max(t) FROM t GROUP BY g ORDER BY g', []],
    ["SELECT date_trunc('month', day) AS m, count(DISTINCT t) FROM t WHERE i > $1 GROUP BY 1 ORDER BY 1", [100]],
    [
      'SELECT t, x, row_number() OVER (PARTITION BY g ORDER BY x) AS r FROM t WHERE i = ANY($1) ORDER BY i',
      [[3, 4, 5]],
    ],
    ['SELECT median(x), quantile_cont(x, 0.9), list(i ORDER BY i)[1:3] FROM t', []],
    ['SUMMARIZE t', []],
    ['SELECT nope FROM t', []],
    ["FROM read_csv('/etc/passwd')", []],
    ["COPY t TO '/tmp/x.csv'", []],
    ['SET threads = 8', []],
    ['FROM missing', []],
  ])('give the same answer to the last digit: %s', async (sql, parameters) => {
    const [one, other] = await Promise.all([
      ask(inWorkers, await inWorkers.table(ROWS), sql, parameters),
      ask(inProcess, await inProcess.table(ROWS), sql, parameters),
    ]);
    expect(other).toEqual(one);
  });

  it('both write the JSON of many rows to a file', async () => {
    const sql = 'SELECT i, sin(i) AS x FROM range(10000) r(i)';
    const texts: string[] = [];
    for (const { engine } of [inWorkers, inProcess]) {
      const answer = await engine.answer({
        sql,
        tables: {},
        parameters: [],
        limit: 10_000,
        timeoutMs: 60_000,
        caller: 'tester',
        signal: forever,
      });
      if (!('written' in answer)) throw new Error('it was not written');
      texts.push(await readFile(answer.written.path, 'utf8'));
      await answer.written.discard();
    }
    expect(texts[0]).toBe(texts[1]);
    expect(JSON.parse(texts[0] ?? '')).toHaveLength(10_000);
  });

  it('both stop a statement that takes too long', async () => {
    const sql = 'SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b';
    for (const { engine } of [inWorkers, inProcess]) {
      await expect(
        engine.query({ sql, tables: {}, parameters: [], limit: 1, timeoutMs: 100, caller: 'tester', signal: forever }),
      ).rejects.toMatchObject({ code: 'query-timeout' });
      expect(
        (
          await engine.query({
            sql: 'SELECT 1',
            tables: {},
            parameters: [],
            limit: 1,
            timeoutMs: 120_000,
            caller: 'tester',
            signal: forever,
          })
        ).rows,
      ).toEqual([[1]]);
    }
  });

  it('inprocess answers a caller whose statement does not listen, and lets go of it', async () => {
    const deaf = "SELECT levenshtein(repeat('ab', 40000), repeat('cd', 40000))";
    await expect(
      inProcess.engine.query({
        sql: deaf,
        tables: {},
        parameters: [],
        limit: 1,
        timeoutMs: 50,
        caller: 'tester',
        signal: forever,
      }),
    ).rejects.toMatchObject({ code: 'query-timeout' });
    expect(
      (
        await inProcess.engine.query({
          sql: 'SELECT 2',
          tables: {},
          parameters: [],
          limit: 1,
          timeoutMs: 120_000,
          caller: 'tester',
          signal: forever,
        })
      ).rows,
    ).toEqual([[2]]);
  });

  it('tell how far a long statement is', async () => {
    for (const { engine, table } of [inWorkers, inProcess].map((stack) => ({
      engine: stack.engine,
      table: stack.table('SELECT i, hash(i) % 1000 AS h FROM range(9000000) r(i)'),
    }))) {
      const told: number[] = [];
      const stop = new AbortController();
      // Each row costs enough that the scan takes more than a minute, unless it is stopped.
      const sql = 'SELECT sum(levenshtein(repeat(h::VARCHAR, 30), repeat(i::VARCHAR, 15))) FROM t';
      const running = engine.query({
        sql,
        tables: { t: await table },
        parameters: [],
        limit: 1,
        timeoutMs: 60_000,
        caller: 'tester',
        signal: stop.signal,
        onProgress: (percent) => {
          told.push(percent);
          if (percent > 0) stop.abort();
        },
      });
      await expect(running).rejects.toMatchObject({ code: 'query-cancelled' });
      expect(told.at(-1)).toBeGreaterThan(0);
      expect(told.at(-1)).toBeLessThanOrEqual(100);
    }
  });
});
