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
 * The chunks of a result, to its end. Rejects with {@link RowsBroken} where they end because the statement failed: `fetchChunk`
 * answers the same then as at a good end, and only a result without an error goes on calling itself one that streams.
 * A chunk is empty when the next one is asked for: of long texts it holds hundreds of megabytes, which the garbage collector does not see.
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

/** Does `work` with a statement's chunks. Where they break, runs it again for nothing but its error, which its result keeps to itself. */
export async function sayingWhy<T>(
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
