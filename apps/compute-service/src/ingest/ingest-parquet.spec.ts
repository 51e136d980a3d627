import { eventually } from '@svc/testing';
import { startIngestStack, TESTER } from '../../test/ingest-stack';
import { stack, refusal } from '../../test/ingest-calls';
import { checkRowGroups } from './worker/read-parquet';

const PARQUET = { format: 'parquet', declared: {}, nullValues: [] } as const;

describe('a Parquet file', () => {
  it('keeps its types, in their canonical width', async () => {
    const stored = await stack.readParquet(
      "SELECT 1::UTINYINT AS a, 2::INTEGER AS b, 1.5::FLOAT AS c, 1.50::DECIMAL(10,2) AS d, 'x'::ENUM('x') AS e, TIMESTAMP_NS '2013-01-01 00:00:00.000001' AS f, TIMESTAMPTZ '2013-01-01 00:00:00Z' AS g, TIME '05:17:00' AS h, 7::UBIGINT AS i",
    );
    expect(stored.columns.map(({ type }) => type)).toEqual([
      'integer',
      'integer',
      'number',
      'decimal(10,2)',
      'string',
      'timestamp',
      'timestamptz',
      'time',
      'integer',
    ]);
  });

  it.each([
    ['lists', 'SELECT [1] AS a', /unnest/],
    ['structs', "SELECT {'b': 1} AS a", /unnest/],
    ['bytes', "SELECT 'x'::BLOB AS a", /hex/],
    ['integers beyond 64 bits', 'SELECT 18446744073709551615::UBIGINT AS a', /DECIMAL\(38,0\)/],
    ['nanoseconds', "SELECT TIMESTAMP_NS '2013-01-01 00:00:00.000000001' AS a", /round it/],
    ['two columns that differ by case only', 'SELECT 1 AS a, 2 AS "A "', /spaces|Two columns/],
  ])('is refused when it holds %s', async (_what, select, message) => {
    expect(await refusal(stack.readParquet(select))).toMatchObject({ message: expect.stringMatching(message) });
  });

  it('is refused when its bytes are torn or its declared columns are of other types', async () => {
    expect(await refusal(stack.read('PAR1 nonsense PAR1', { format: 'parquet' }))).toMatchObject({
      code: expect.stringMatching(/invalid-sql|refused/),
    });
    expect(await refusal(stack.readParquet('SELECT 1 AS a', { a: 'number' }))).toMatchObject({
      code: 'refused',
      message: expect.stringContaining('integer'),
    });
  });

  it('with more rows than a table may have is refused, however small the file', async () => {
    const small = await startIngestStack({ timeoutMs: 60_000, maxRows: 1_000 });
    expect(await refusal(small.readParquet('SELECT 1 AS a FROM range(100000)'))).toMatchObject({
      code: 'refused',
      message: expect.stringContaining('100000 rows'),
    });
    expect(await small.staged()).toEqual([]);
    await small.stop();
  });

  it('in very many very small row groups is refused with what to do, before it takes a worker for minutes', async () => {
    expect(() => checkRowGroups(30_000, 30_000)).toThrow('30000 row groups of 1 rows');
    expect(() => checkRowGroups(200_000_000, 1_628)).not.toThrow();
    expect(() => checkRowGroups(1_000, 1_000)).not.toThrow();
    const stack = await startIngestStack();
    const path = await stack.make(
      (it) => `COPY (SELECT range AS a FROM range(40000)) TO '${it}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`,
    );
    expect(await stack.engine.readFile(path, PARQUET, TESTER)).toMatchObject({ rows: 40_000 });
    await stack.stop();
  });

  it('of one caller never holds up that of another, however long it takes to read', async () => {
    const stack = await startIngestStack();
    const path = await stack.make((it) => `COPY (SELECT range AS a FROM range(200000000)) TO '${it}' (FORMAT parquet)`);
    const leaves = new AbortController();
    const flood = { caller: 'flood', signal: leaves.signal };
    const ended = Promise.allSettled([1, 2].map(() => stack.engine.readFile(path, PARQUET, flood)));
    expect(await stack.rowsOf(await stack.read('a\n1\n', { format: 'csv' }))).toEqual([['1']]);
    leaves.abort();
    expect((await ended).map((it) => it.status)).toEqual(['rejected', 'rejected']);
    await stack.stop();
  });

  it('that takes too long is given up, and its process with it', async () => {
    const slow = await startIngestStack({ timeoutMs: 1_500, maxRows: 1e9 });
    const path = await slow.make((it) => `COPY (SELECT range AS a FROM range(30000000)) TO '${it}' (FORMAT parquet)`);
    await expect(slow.engine.readFile(path, PARQUET, TESTER)).rejects.toMatchObject({ reason: 'timeout' });
    // On a busy machine even this may take too long, once or twice.
    let rows: unknown = null;
    await eventually(async () => {
      rows = await slow.read('a\n1\n', { format: 'csv' }).then(
        (it) => slow.rowsOf(it),
        () => null,
      );
      return rows !== null;
    });
    expect(rows).toEqual([['1']]);
    await slow.stop();
  });
});
