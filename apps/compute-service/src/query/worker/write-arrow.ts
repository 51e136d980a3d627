import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DuckDBResult, DuckDBValue } from '@duckdb/node-api';
import { type Data, Field, RecordBatch, RecordBatchStreamWriter, Schema, Struct, makeData } from 'apache-arrow';
import type { CanonicalColumn } from '../../table/canonical-column';
import { arrowColumn, arrowType } from './arrow-column';
import type { Exported } from './run-export';

/** Writes rows as an Arrow IPC stream, a chunk of the engine at a time: as fast as the disk takes them, no faster. */
export async function writeArrow(result: DuckDBResult, columns: readonly CanonicalColumn[], limit: number, path: string): Promise<Exported> {
  const schema = new Schema(columns.map(({ name, type }) => new Field(name, arrowType(type), true)));
  const counted = { rows: 0, truncated: false };
  async function* batches(): AsyncGenerator<RecordBatch> {
    // Also of no rows: without a batch there would be no schema.
    yield batchOf(schema, columns, []);
    for (;;) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) return;
      const room = limit - counted.rows;
      counted.truncated = chunk.rowCount > room;
      const rows = chunk.getRows().slice(0, room);
      counted.rows += rows.length;
      if (rows.length > 0) yield batchOf(schema, columns, rows);
      if (counted.truncated) return;
    }
  }
  await pipeline(Readable.from(batches()), RecordBatchStreamWriter.throughNode(), createWriteStream(path, { mode: 0o600 }));
  return counted;
}

function batchOf(schema: Schema, columns: readonly CanonicalColumn[], rows: readonly (readonly DuckDBValue[])[]): RecordBatch {
  const children: Data[] = columns.map(({ type }, at) => arrowColumn(type, rows.map((row) => row[at] ?? null)));
  return new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length: rows.length, nullCount: 0, children }));
}
