import type { Column as StoredColumn } from '@svc/contracts';
import { type Column, type ColumnType, Table } from '@svc/oracle';
import { asyncBufferFromFile, parquetMetadataAsync, parquetRead } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

/** How the oracle sees a stored column: integers, decimals and times of day are numbers, dates and timestamps are times. */
export function oracleType(type: StoredColumn['type']): ColumnType {
  if (type === 'boolean' || type === 'string') return type;
  return ['date', 'timestamp', 'timestamptz'].includes(type) ? 'time' : 'number';
}

/** Reads the named columns of a Parquet file, one row group at a time, straight into the form the gates work on. */
export async function readParquetTable(path: string, columns: readonly StoredColumn[]): Promise<Table> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const rowCount = Number(metadata.num_rows);
  const building = new Map(columns.map((it) => [it.name, oracleType(it.type) === 'string' ? new TextBuilder(it.name, rowCount) : new NumberBuilder(it, rowCount)]));
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    await parquetRead({
      file, compressors, metadata, rowStart, rowEnd, columns: [...building.keys()],
      onChunk: ({ columnName, columnData, rowStart: from }) => { building.get(columnName)?.fill(columnData, from); },
    });
    rowStart = rowEnd;
  }
  return new Table([...building.values()].map((it) => it.finish()), rowCount);
}

class NumberBuilder {
  private readonly values: Float64Array;
  private readonly type: Exclude<ColumnType, 'string'>;

  constructor(
    private readonly column: StoredColumn,
    rowCount: number,
  ) {
    const type = oracleType(column.type);
    this.type = type === 'string' ? 'number' : type;
    this.values = new Float64Array(rowCount).fill(NaN);
  }

  fill(data: ArrayLike<unknown>, from: number): void {
    for (let at = 0; at < data.length; at++) this.values[from + at] = numberOf(data[at]);
  }

  finish(): Column {
    return { name: this.column.name, type: this.type, values: this.values };
  }
}

class TextBuilder {
  private readonly codes: Int32Array;
  private readonly places = new Map<string, number>();

  constructor(
    private readonly name: string,
    rowCount: number,
  ) {
    this.codes = new Int32Array(rowCount).fill(-1);
  }

  fill(data: ArrayLike<unknown>, from: number): void {
    for (let at = 0; at < data.length; at++) {
      const value = data[at];
      if (typeof value === 'string') this.codes[from + at] = this.place(value);
    }
  }

  finish(): Column {
    return { name: this.name, type: 'string', codes: this.codes, levels: [...this.places.keys()] };
  }

  private place(text: string): number {
    const known = this.places.get(text);
    if (known !== undefined) return known;
    this.places.set(text, this.places.size);
    return this.places.size - 1;
  }
}

/** NaN, the missing value, for null and for what no finite number says. */
function numberOf(value: unknown): number {
  if (value === null || value === undefined) return NaN;
  const number = value instanceof Date ? value.getTime() : Number(value);
  return Number.isFinite(number) ? number : NaN;
}
