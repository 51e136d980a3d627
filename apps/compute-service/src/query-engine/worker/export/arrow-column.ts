import {
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import {
  Bool,
  type Data,
  type DataType,
  DateDay,
  Decimal,
  Float64,
  Int64,
  makeData,
  TimeMicrosecond,
  TimestampMicrosecond,
  Utf8,
} from 'apache-arrow';

const DECIMAL = /^decimal\((\d+),(\d+)\)$/;
const PLAIN: Readonly<Record<string, () => DataType>> = {
  boolean: () => new Bool(),
  integer: () => new Int64(),
  number: () => new Float64(),
  string: () => new Utf8(),
  date: () => new DateDay(),
  time: () => new TimeMicrosecond(),
  timestamp: () => new TimestampMicrosecond(),
  timestamptz: () => new TimestampMicrosecond('UTC'),
};

/** The Arrow type of a stored column; the engine's memory has the same layout, bit by bit. */
export function arrowType(type: string): DataType {
  const decimal = DECIMAL.exec(type);
  if (decimal !== null) return new Decimal(Number(decimal[2]), Number(decimal[1]), 128);
  const plain = PLAIN[type];
  if (plain === undefined) throw new Error(`"${type}" is not a type of a stored column`);
  return plain();
}

/** One column of a batch. */
export function arrowColumn(columnType: string, values: readonly DuckDBValue[]): Data {
  const type = arrowType(columnType);
  const nulls = values.filter((value) => value === null).length;
  const shape = {
    length: values.length,
    nullCount: nulls,
    ...(nulls === 0 ? {} : { nullBitmap: bits(values.map((value) => value !== null)) }),
  };
  if (type instanceof Utf8) return makeData({ ...shape, type, ...texts(values) });
  if (type instanceof Bool) return makeData({ ...shape, type, data: bits(values.map((value) => value === true)) });
  if (type instanceof Float64)
    return makeData({
      ...shape,
      type,
      data: Float64Array.from(values, (value) => (typeof value === 'number' ? value : 0)),
    });
  if (type instanceof DateDay)
    return makeData({
      ...shape,
      type,
      data: Int32Array.from(values, (value) => (value instanceof DuckDBDateValue ? value.days : 0)),
    });
  if (type instanceof Decimal) return makeData({ ...shape, type, data: wide(values) });
  const data = BigInt64Array.from(values, ticks);
  if (type instanceof Int64) return makeData({ ...shape, type, data });
  if (type instanceof TimeMicrosecond) return makeData({ ...shape, type, data });
  if (type instanceof TimestampMicrosecond) return makeData({ ...shape, type, data });
  throw new Error(`no column of ${columnType} can be written`);
}

function ticks(value: DuckDBValue): bigint {
  if (typeof value === 'bigint') return value;
  if (
    value instanceof DuckDBTimeValue ||
    value instanceof DuckDBTimestampValue ||
    value instanceof DuckDBTimestampTZValue
  )
    return value.micros;
  return 0n;
}

/** Least significant bit first. */
function bits(values: readonly boolean[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, at) => {
    if (value) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (1 << (at & 7));
  });
  return bytes;
}

function texts(values: readonly DuckDBValue[]): { readonly valueOffsets: Int32Array; readonly data: Uint8Array } {
  const parts = values.map((value) => Buffer.from(typeof value === 'string' ? value : ''));
  const valueOffsets = new Int32Array(parts.length + 1);
  parts.forEach((part, at) => {
    valueOffsets[at + 1] = (valueOffsets[at] ?? 0) + part.length;
  });
  return { valueOffsets, data: Buffer.concat(parts) };
}

/** Integers of 128 bits, little-endian in two's complement. */
function wide(values: readonly DuckDBValue[]): Uint32Array {
  const words = new BigUint64Array(values.length * 2);
  values.forEach((value, at) => {
    const unscaled = value instanceof DuckDBDecimalValue ? value.value : 0n;
    words[at * 2] = BigInt.asUintN(64, unscaled);
    words[at * 2 + 1] = BigInt.asUintN(64, unscaled >> 64n);
  });
  return new Uint32Array(words.buffer);
}
