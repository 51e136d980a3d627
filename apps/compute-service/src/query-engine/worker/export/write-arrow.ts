import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DuckDBDataChunk, DuckDBResult, DuckDBValue } from '@duckdb/node-api';
import {
  AsyncByteQueue,
  type Data,
  Field,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
} from 'apache-arrow';
import type { CanonicalColumn } from '../../../table/canonical-column';
import { arrowColumn, arrowType } from './arrow-column';
import type { Exported } from './exported';
import { chunksOf } from '../rows/read-chunks';

const SLICE_CHARACTERS = 4 * 1024 * 1024;
/** A decimal or a time is an object until its batch is written: with 2,000 columns a chunk has four million. */
const CELL_CHARACTERS = 16;

/** Writes rows as an Arrow IPC stream, one chunk of the engine at a time, with back-pressure from the disk. */
export async function writeArrow(
  result: DuckDBResult,
  columns: readonly CanonicalColumn[],
  limit: number,
  path: string,
): Promise<Exported> {
  const schema = new Schema(columns.map(({ name, type }) => new Field(name, arrowType(type), true)));
  const counted = { rows: 0, truncated: false };
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const sink = new TakenBytes();
    // We close it after the last bytes.
    const writer = new RecordBatchStreamWriter({ autoDestroy: false });
    writer.reset(sink, schema);
    // Even without rows: without a batch there would be no schema.
    writer.write(batchOf(schema, columns, []));
    for await (const rows of rowsOf(result, limit, counted)) {
      writer.write(batchOf(schema, columns, rows));
      yield* sink.take();
    }
    writer.finish();
    yield* sink.take();
  }
  await pipeline(Readable.from(bytes(), { objectMode: false }), createWriteStream(path, { mode: 0o600 }));
  return counted;
}

/** The writer's output, to be taken at once: its own queue would hold the whole file. */
class TakenBytes extends AsyncByteQueue<Uint8Array> {
  private taken: Uint8Array[] = [];

  override write(value: Uint8Array): void {
    if (value.byteLength > 0) this.taken.push(value);
  }

  take(): Uint8Array[] {
    const bytes = this.taken;
    this.taken = [];
    return bytes;
  }
}

async function* rowsOf(
  result: DuckDBResult,
  limit: number,
  counted: { rows: number; truncated: boolean },
): AsyncGenerator<readonly (readonly DuckDBValue[])[]> {
  for await (const chunk of chunksOf(result)) {
    for (const slice of slicesOf(chunk)) {
      const room = limit - counted.rows;
      counted.truncated = slice.length > room;
      const rows = slice.slice(0, room);
      counted.rows += rows.length;
      if (rows.length > 0) yield rows;
      if (counted.truncated) return;
    }
  }
}

/** The rows of a chunk, about this many characters at a time: its 2,048 rows may need more memory than a worker has. */
function* slicesOf(chunk: DuckDBDataChunk): Generator<readonly (readonly DuckDBValue[])[]> {
  const vectors = Array.from({ length: chunk.columnCount }, (_, at) => chunk.getColumnVector(at));
  let rows: DuckDBValue[][] = [];
  let characters = 0;
  for (let place = 0; place < chunk.rowCount; place += 1) {
    const row = vectors.map((vector) => vector.getItem(place));
    for (const value of row) characters += CELL_CHARACTERS + (typeof value === 'string' ? value.length : 0);
    rows.push(row);
    if (characters < SLICE_CHARACTERS) continue;
    yield rows;
    rows = [];
    characters = 0;
  }
  yield rows;
}

function batchOf(
  schema: Schema,
  columns: readonly CanonicalColumn[],
  rows: readonly (readonly DuckDBValue[])[],
): RecordBatch {
  const children: Data[] = columns.map(({ type }, at) =>
    arrowColumn(
      type,
      rows.map((row) => row[at] ?? null),
    ),
  );
  return new RecordBatch(
    schema,
    makeData({ type: new Struct(schema.fields), length: rows.length, nullCount: 0, children }),
  );
}
