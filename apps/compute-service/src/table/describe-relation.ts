import type { DuckDBConnection, DuckDBResultReader } from '@duckdb/node-api';
import { describe } from './describe.sql';

/** A column as the engine describes it. */
export interface EngineColumn {
  readonly name: string;
  readonly type: string;
}

/** The columns of a table, a view, or a table function call, in order. */
export async function describeRelation(connection: DuckDBConnection, from: string): Promise<EngineColumn[]> {
  return describedColumns(await connection.runAndReadAll(describe(from)));
}

/** What a DESCRIBE told. */
export function describedColumns(described: DuckDBResultReader): EngineColumn[] {
  return described.getRowsJson().map(([name, type]) => {
    if (typeof name !== 'string' || typeof type !== 'string') throw new Error('DESCRIBE answered in an unknown form');
    return { name, type };
  });
}
