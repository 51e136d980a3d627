import { DuckDBInstance } from '@duckdb/node-api';
import type { SqlValue, TableVersion } from '@svc/contracts';
import { forever, type QueryStack, startQueryStack } from '../../../../test/query-stack';
import { PreparedStatements } from './prepared-statements';

type Given = readonly SqlValue[] | Readonly<Record<string, SqlValue>>;

let stack: QueryStack;
let one: TableVersion;
let two: TableVersion;

beforeAll(async () => {
  // One worker, so that every statement meets what those before it left.
  stack = await startQueryStack({ poolSize: 1 });
  one = await stack.table("SELECT i, 'a' || i AS t, i * 0.5 AS x FROM range(3000) r(i)");
  two = await stack.table("SELECT i + 10000 AS i, 'b' || i AS t FROM range(10) r(i)");
});
afterAll(() => stack.stop());

function ask(sql: string, parameters: Given, limit = 5, table = one): Promise<unknown> {
  return stack.engine
    .query({ sql, tables: { t: table }, parameters, limit, timeoutMs: 20_000, caller: 'tester', signal: forever })
    .then(
      ({ columns, rows, truncated }) => ({ columns, rows, truncated }),
      ({ code, detail }: { code: unknown; detail: unknown }) => ({ code, detail }),
    );
}

let texts = 0;
/** The same statement in a text that no worker has seen. */
function anew(sql: string, parameters: Given, limit?: number, table?: TableVersion): Promise<unknown> {
  texts += 1;
  return ask(`${sql}\n-- ${String(texts)}`, parameters, limit, table);
}

describe('a statement that comes again with other values', () => {
  it.each<[string, readonly Given[]]>([
    ['SELECT i, t FROM t WHERE i > $1 ORDER BY i', [[5], [7], [2998], [-1], [2.5], ['x'], [null], [12]]],
    ['SELECT $1 AS v', [[1], ['text'], [null], [true], [0.5], [[1, 2]], [[]], [2]]],
    [
      'SELECT count(*) FROM t WHERE i = ANY($ids) AND t <> $not',
      [
        { ids: [1, 2], not: 'a1' },
        { ids: [], not: '' },
        { ids: [3], not: null },
        { ids: [2, 1], not: 'a1' },
      ],
    ],
    ['SELECT sum(x) FROM t WHERE i % $1 = 0', [[2], [3], [0], [7]]],
    ['SELECT CAST($1 AS INTEGER) AS v', [['1'], ['one'], ['2'], [3]]],
    ['EXPLAIN SELECT i FROM t WHERE i > $1', [[1], [1]]],
    ['SELECT i FROM t WHERE i < $1', [[1, 2], [], [3], { n: 1 }, [2]]],
  ])('answers what it answers when it is prepared anew: %s', async (sql, all) => {
    for (const parameters of all) expect(await ask(sql, parameters)).toEqual(await anew(sql, parameters));
  });

  it('answers from its beginning when its rows were not read to their end before', async () => {
    const sql = 'SELECT i FROM t WHERE i >= $1';
    expect(await ask(sql, [0], 2)).toMatchObject({ rows: [[0], [1]], truncated: true });
    expect(await ask(sql, [2997], 10)).toMatchObject({ rows: [[2997], [2998], [2999]], truncated: false });
    expect(await ask(sql, [1], 1)).toMatchObject({ rows: [[1]], truncated: true });
  });

  it('reads the rows that its names stand for now, and none that they stood for before', async () => {
    const sql = 'SELECT min(i) AS least FROM t WHERE i >= $1';
    for (const [table, least, value] of [
      [one, 0, -1],
      [two, 10_000, -2],
      [one, 0, -3],
      [two, 10_001, 10_001],
    ] as const) {
      expect(await ask(sql, [value], 5, table)).toMatchObject({ rows: [[least]] });
    }
    const bare = await stack.engine
      .query({ sql, tables: {}, parameters: [-4], limit: 1, timeoutMs: 20_000, caller: 'other', signal: forever })
      .catch((refusal: unknown) => refusal);
    expect(bare).toMatchObject({ code: 'invalid-sql' });
  });

  it('is answered after many others too', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 40; n += 1)
        expect(await ask(`SELECT i + ${String(n)} AS v FROM t WHERE i = $1`, [round])).toMatchObject({
          rows: [[round + n]],
        });
    }
  });
});

describe('a statement that stays prepared', () => {
  it('holds none of its values, which may be a hundred megabytes', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const statements = new PreparedStatements(connection);
    const kept = await statements.with('SELECT $1 AS v', ['long'], async (prepared) => {
      await prepared.run();
      return prepared;
    });
    await expect(kept.run()).rejects.toThrow(/Values were not provided/);
    expect(
      await statements.with('SELECT $1 AS v', ['other'], async (prepared) => [
        prepared === kept,
        (await prepared.runAndReadAll()).value(0, 0),
      ]),
    ).toEqual([true, 'other']);
    connection.closeSync();
  });
});
