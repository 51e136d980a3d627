import {
  asyncBufferFromFile,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type SchemaTree,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { Column, ColumnType } from './column';
import { Table } from './table';

/** A column to read, and the form in which the gates shall see it. */
export interface ParquetColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** Times as milliseconds, not as Dates: a million objects would be made and thrown away. */
const PARSERS = {
  timestampFromMilliseconds: Number,
  timestampFromMicroseconds: (micros: bigint) => Number(micros) / 1000,
  timestampFromNanoseconds: (nanos: bigint) => Number(nanos / 1000n) / 1000,
  dateFromDays: (days: number) => days * 86_400_000,
};

/** The columns of a Parquet file that gates can look at; nested ones and bytes are left out. */
export async function parquetColumns(path: string): Promise<readonly ParquetColumn[]> {
  const { children } = parquetSchema(await parquetMetadataAsync(await asyncBufferFromFile(path)));
  return children.flatMap((field) => {
    const type = typeOf(field);
    return type === null ? [] : [{ name: field.element.name, type }];
  });
}

/** Reads the named columns of a Parquet file, one row group at a time, straight into the form the gates work on. */
export async function readParquetTable(path: string, columns: readonly ParquetColumn[]): Promise<Table> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const rowCount = Number(metadata.num_rows);
  const building = new Map(
    columns.map((it) => [
      it.name,
      it.type === 'string' ? new TextBuilder(it.name, rowCount) : new NumberBuilder(it.name, it.type, rowCount),
    ]),
  );
  for (const { rowStart, rowEnd } of rowGroups(metadata)) {
    await parquetRead({
      file,
      compressors,
      metadata,
      rowStart,
      rowEnd,
      columns: [...building.keys()],
      parsers: PARSERS,
      onChunk: ({ columnName, columnData, rowStart: from }) => {
        building.get(columnName)?.fill(columnData, from);
      },
    });
  }
  return new Table(
    [...building.values()].map((it) => it.finish()),
    rowCount,
  );
}

function rowGroups({ row_groups: groups }: FileMetaData): { readonly rowStart: number; readonly rowEnd: number }[] {
  let rowEnd = 0;
  return groups.map((group) => {
    const rowStart = rowEnd;
    rowEnd += Number(group.num_rows);
    return { rowStart, rowEnd };
  });
}

const NO_TYPE: ReadonlySet<string> = new Set(['BSON', 'INTERVAL', 'MAP', 'LIST', 'VARIANT', 'GEOMETRY', 'GEOGRAPHY']);
const TIMES: ReadonlySet<string> = new Set(['DATE', 'TIMESTAMP', 'TIMESTAMP_MILLIS', 'TIMESTAMP_MICROS']);
const TEXTS: ReadonlySet<string> = new Set(['UTF8', 'STRING', 'ENUM', 'JSON', 'UUID']);

function typeOf({ element, children }: SchemaTree): ColumnType | null {
  const said = [element.logical_type?.type ?? '', element.converted_type ?? ''];
  if (children.length > 0 || element.repetition_type === 'REPEATED' || said.some((it) => NO_TYPE.has(it))) return null;
  if (element.type === 'BOOLEAN') return 'boolean';
  if (element.type === 'INT96' || said.some((it) => TIMES.has(it))) return 'time';
  if (said.some((it) => TEXTS.has(it))) return 'string';
  const bytes = element.type === 'BYTE_ARRAY' || element.type === 'FIXED_LEN_BYTE_ARRAY';
  return bytes && !said.includes('DECIMAL') ? null : 'number';
}

class NumberBuilder {
  private readonly values: Float64Array;

  constructor(
    private readonly name: string,
    private readonly type: Exclude<ColumnType, 'string'>,
    rowCount: number,
  ) {
    this.values = new Float64Array(rowCount).fill(NaN);
  }

  fill(data: ArrayLike<unknown>, from: number): void {
    for (let at = 0; at < data.length; at++) this.values[from + at] = numberOf(data[at]);
  }

  finish(): Column {
    return { name: this.name, type: this.type, values: this.values };
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
      if (value !== null && value !== undefined)
        this.codes[from + at] = this.place(typeof value === 'string' ? value : JSON.stringify(value));
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
  const number = Number(value);
  return Number.isFinite(number) ? number : NaN;
}
