import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { bindParameters, type Parameters } from './bind-parameters';

/**
 * Prepares a statement, binds its parameters, and lets go of it when `work` is done. Until then it holds the files it
 * reads open, and the garbage collector is in no hurry: a busy worker would run out of descriptors first.
 */
export async function withPrepared<T>(
  connection: DuckDBConnection,
  sql: string,
  parameters: Parameters,
  work: (prepared: DuckDBPreparedStatement) => Promise<T>,
): Promise<T> {
  const prepared = await connection.prepare(sql);
  try {
    bindParameters(prepared, parameters);
    return await work(prepared);
  } finally {
    prepared.destroySync();
  }
}
