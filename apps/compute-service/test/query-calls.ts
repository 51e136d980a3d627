import type { SqlValue, TableVersion } from '@svc/contracts';
import { forever, type QueryStack, startQueryStack } from './query-stack';
import type { QueryAnswer } from '../src/query-engine/answer/answers';
import type { Tables } from '../src/table/row-files';

export let stack: QueryStack;

export let tables: Record<string, TableVersion>;

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

export type Given = readonly SqlValue[] | Readonly<Record<string, SqlValue>>;

export function query(
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

export const rowsOf = async (sql: string, parameters: Given = []): Promise<unknown> =>
  (await query(sql, parameters)).rows;
