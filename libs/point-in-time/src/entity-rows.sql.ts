import { identifier, literal } from '@svc/duckdb-sql';

/** The column in which a table that is read shows the place of each row in its file; 0 for the first. */
export const ROW_NUMBER = 'file_row_number';

/** Something to read rows from, as SQL that can follow `FROM`. It has the column `file_row_number`. */
export interface RowSource {
  readonly from: string;
}

/** The rows to be completed, and which of their columns say when. */
export interface EntityRows {
  readonly source: RowSource;
  /** All columns of the answer that come from the rows, in its order; no two are the same to SQL. */
  readonly columns: readonly string[];
  /** A date or timestamp; without a time zone it means UTC. */
  readonly time: string;
}

/** A table of the request, which shows its row numbers. */
export function storedRows(table: string): RowSource {
  return { from: identifier(table) };
}

/**
 * Rows sent with the request: `$parameter` is the text of a JSON array of objects, `types` the SQL type of each of
 * their columns. A value that its type cannot represent fails the statement, and a missing one is NULL.
 */
export function inlineRows(types: ReadonlyMap<string, string>, parameter: number): RowSource {
  const row = literal(JSON.stringify([Object.fromEntries(types)]));
  const list = `SELECT from_json_strict($${parameter}, ${row}) AS list`;
  const columns = [...types.keys()].map((name) => `struct_extract(item, ${literal(name)}) AS ${identifier(name)}`);
  const items = `SELECT unnest(range(len(list))) AS ${ROW_NUMBER}, unnest(list) AS item FROM (${list})`;
  return { from: `(SELECT ${[ROW_NUMBER, ...columns].join(', ')} FROM (${items}))` };
}
