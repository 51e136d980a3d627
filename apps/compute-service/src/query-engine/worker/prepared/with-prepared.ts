import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { bindParameters, type Parameters } from './bind-parameters';

/**
 * Prepares a statement, binds its parameters, and releases it when `work` is done. Until then it keeps the files it
 * reads open, and garbage collection is too slow: a busy worker would run out of descriptors first.
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
