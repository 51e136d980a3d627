import { writeFile } from 'node:fs/promises';
import type { DuckDBResult } from '@duckdb/node-api';
import { MAX_INLINE_BYTES } from '../answer/largest-inline-answer';
import type { QueryWork } from '../query-work';
import { type Cell, columnTypeOf, encodeCell } from './rows/cell-encoding';
import type { QuerySession } from './query-session';
import { chunksOf, withFailureReason } from './rows/read-chunks';

interface Collected {
  readonly columns: { readonly name: string; readonly type: string }[];
  readonly rows: Cell[][];
  readonly truncated: boolean;
  /** About as many bytes as their JSON has. */
  readonly bytes: number;
}

/** The result of a query, before it is encoded. */
export interface Rows extends Pick<Collected, 'columns' | 'truncated'> {
  /** Null when their JSON was written to the request's file. */
  readonly rows: Cell[][] | null;
  readonly row_count: number;
  /** May differ another time. */
  readonly volatile: boolean;
}

/** JSON of a cell may be longer than counted: six bytes for a control character, 25 for a number. */
const MIN_COUNTED = MAX_INLINE_BYTES / 8;

/** Runs one statement and reads only as far as its answer may be long. */
export async function runQuery(session: QuerySession, work: QueryWork): Promise<Rows> {
  const { sql, volatile, explains } = await session.prepare(work);
  const { bytes, rows, ...answer } = await withFailureReason(session.connection, sql, work.parameters, () =>
    session.statements.with(sql, work.parameters, async (prepared) => collect(await prepared.stream(), work)),
  );
  const written = work.path !== null && bytes > MIN_COUNTED && (await writeLong(rows, work.path));
  return { ...answer, rows: written ? null : rows, row_count: rows.length, volatile: volatile || explains };
}

/** Many rows pass through the service as bytes: parsing and encoding them there would delay everybody else. */
async function writeLong(rows: readonly Cell[][], path: string): Promise<boolean> {
  const json = Buffer.from(JSON.stringify(rows));
  if (json.length <= MAX_INLINE_BYTES) return false;
  await writeFile(path, json, { mode: 0o600 });
  return true;
}

async function collect(result: DuckDBResult, { limit, maxBytes }: QueryWork): Promise<Collected> {
  const types = result.columnTypes();
  const names = result.columnNames();
  const columns = types.map((type, at) => ({ name: names[at] ?? '', type: columnTypeOf(type) }));
  const rows: Cell[][] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(result)) {
    const vectors = types.map((type, at) => ({ type, values: chunk.getColumnVector(at) }));
    for (let place = 0; place < chunk.rowCount; place += 1) {
      if (rows.length === limit || bytes > maxBytes) return { columns, rows, bytes, truncated: true };
      // One by one: a chunk has 2,048 rows, of which an answer with long ones takes few.
      const row = vectors.map(({ type, values }) => encodeCell(values.getItem(place), type));
      for (const cell of row) bytes += typeof cell === 'string' ? cell.length + 3 : 8;
      rows.push(row);
    }
  }
  return { columns, rows, bytes, truncated: false };
}
