import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api';
import { analyzed } from './analyzed.sql';
import type { Parameters } from '../prepared/bind-parameters';
import { withPrepared } from '../prepared/with-prepared';

/** A statement ended before its last row, by an error or an interrupt. */
export class RowsBroken extends Error {
  override readonly name = 'RowsBroken';

  constructor() {
    super('The statement failed before its last row, and the engine does not say why.');
  }
}

/**
 * The chunks of a result, to its end. Rejects with {@link RowsBroken} where the statement failed: `fetchChunk` returns
 * the same then as at a normal end, and only a result without an error still says that it streams.
 * A chunk is released when the next one is requested: with long texts it holds hundreds of megabytes that the garbage collector does not see.
 */
export async function* chunksOf(result: DuckDBResult): AsyncGenerator<DuckDBDataChunk> {
  const streams = result.isStreaming;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    try {
      yield chunk;
    } finally {
      chunk.reset();
    }
  }
  if (streams && !result.isStreaming) throw new RowsBroken();
}

/** Does `work` with a statement's chunks. Where they break, runs it again just for its error, which the result does not expose. */
export async function withFailureReason<T>(
  connection: DuckDBConnection,
  sql: string,
  parameters: Parameters,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RowsBroken) await withPrepared(connection, analyzed(sql), parameters, (it) => it.run());
    throw error;
  }
}
