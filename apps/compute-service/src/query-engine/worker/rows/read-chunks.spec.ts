import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Parameters } from '../prepared/bind-parameters';
import { chunksOf, RowsBroken, withFailureReason } from './read-chunks';
import { withPrepared } from '../prepared/with-prepared';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
});
afterAll(() => connection.closeSync());

/** Reads a statement to its end; `after` is told of every chunk. */
function countRows(
  sql: string,
  parameters: Parameters = [],
  after: (rows: number) => void = () => undefined,
): Promise<number> {
  return withFailureReason(connection, sql, parameters, () =>
    withPrepared(connection, sql, parameters, async (prepared) => {
      let rows = 0;
      for await (const chunk of chunksOf(await prepared.stream())) {
        rows += chunk.rowCount;
        after(rows);
      }
      return rows;
    }),
  );
}

const FAILS_LATE = "SELECT x, CAST(if(x = $1, 'bad', '1') AS INTEGER) AS c FROM range(400000) t(x)";

describe('the rows of a statement', () => {
  it.each([
    ['SELECT x FROM range(400000) t(x)', 400_000],
    ['SELECT 1 WHERE false', 0],
    ['SELECT count(*) FROM range(5)', 1],
    ['EXPLAIN SELECT 1', 1],
    ['SUMMARIZE SELECT 1 AS a', 1],
  ])('come to their end: %s', async (sql, rows) => {
    expect(await countRows(sql)).toBe(rows);
  });

  it('are not taken for all of them when the statement fails after the first', async () => {
    let read = 0;
    await expect(
      countRows(FAILS_LATE, [300_000], (rows) => {
        read = rows;
      }),
    ).rejects.toMatchObject({ message: expect.stringMatching(/^Conversion Error: Could not convert string 'bad'/) });
    expect(read).toBeGreaterThan(0);
    expect(await countRows(FAILS_LATE, [-1])).toBe(400_000);
  });

  it('are not taken for all of them when the statement is interrupted after the first', async () => {
    let read = 0;
    const counting = countRows('SELECT x FROM range(2000000) t(x)', [], (rows) => {
      read = rows;
      connection.interrupt();
    });
    await expect(counting).rejects.toThrow(RowsBroken);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(2_000_000);
  });
});
