import type { DuckDBResult } from '@duckdb/node-api';
import type { QueryWork } from '../query-work';
import { type Cell, columnTypeOf, encodeCell } from './cell-encoding';
import type { QuerySession } from './query-session';
import { withPrepared } from './with-prepared';

/** What a query answers, before it travels. */
export interface Rows {
  readonly columns: { readonly name: string; readonly type: string }[];
  readonly rows: Cell[][];
  readonly truncated: boolean;
  /** Another time it may be something else. */
  readonly volatile: boolean;
}

/** Runs one statement and reads no further than its answer may be long. */
export async function runQuery(session: QuerySession, work: QueryWork): Promise<Rows> {
  const { sql, volatile, explains } = await session.prepare(work);
  const answer = await withPrepared(session.connection, sql, work.parameters, async (prepared) => collect(await prepared.stream(), work));
  return { ...answer, volatile: volatile || explains };
}

async function collect(result: DuckDBResult, { limit, maxBytes }: QueryWork): Promise<Omit<Rows, 'volatile'>> {
  const types = result.columnTypes();
  const names = result.columnNames();
  const columns = types.map((type, at) => ({ name: names[at] ?? '', type: columnTypeOf(type) }));
  const rows: Cell[][] = [];
  let bytes = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return { columns, rows, truncated: false };
    for (const values of chunk.getRows()) {
      if (rows.length === limit || bytes > maxBytes) return { columns, rows, truncated: true };
      const row = types.map((type, at) => encodeCell(values[at] ?? null, type));
      for (const cell of row) bytes += typeof cell === 'string' ? cell.length + 3 : 8;
      rows.push(row);
    }
  }
}
