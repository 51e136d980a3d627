import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api';
import { identifier, literal } from '../../engine/quoted';
import { StatementRefused } from '../../engine/engine-failure';
import type { QueryWork, WorkerTable } from '../query-work';
import { bindParameters } from './bind-parameters';
import { type Cell, columnTypeOf, encodeCell } from './cell-encoding';
import { parseStatement, type ParsedStatement } from './parse-statement';

/** What a query answers, before it travels. */
export interface Rows {
  readonly columns: { readonly name: string; readonly type: string }[];
  readonly rows: Cell[][];
  readonly truncated: boolean;
}

/** Parses and checks a statement, then makes the tables it reads visible to this connection, and only those. */
export async function openTables(connection: DuckDBConnection, sql: string, tables: readonly WorkerTable[]): Promise<ParsedStatement> {
  const statement = await parseStatement(connection, sql);
  for (const name of statement.tables) {
    const table = tables.find((one) => one.name === name);
    if (table === undefined) throw new StatementRefused(`There is no table "${name}" here.`);
    await connection.run(`CREATE TEMP VIEW ${identifier(name)} AS FROM read_parquet(${literal(table.path)}, hive_partitioning = false)`);
  }
  return statement;
}

/** Runs one statement and reads no further than its answer may be long. */
export async function runQuery(connection: DuckDBConnection, work: QueryWork): Promise<Rows> {
  const { sql } = await openTables(connection, work.sql, work.tables);
  const prepared = await connection.prepare(sql);
  bindParameters(prepared, work.parameters);
  return collect(await prepared.stream(), work);
}

async function collect(result: DuckDBResult, { limit, maxBytes }: QueryWork): Promise<Rows> {
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
