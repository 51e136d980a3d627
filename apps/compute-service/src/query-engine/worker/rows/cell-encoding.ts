import {
  DuckDBDateValue,
  DuckDBDecimalType,
  DuckDBDecimalValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  JsonDuckDBValueConverter,
} from '@duckdb/node-api';
import { isoDate, isoTime, isoTimestamp } from './iso-time';

export type Cell = string | number | boolean | null;

const TYPES: ReadonlyMap<DuckDBTypeId, string> = new Map([
  [DuckDBTypeId.BOOLEAN, 'boolean'],
  ...[
    DuckDBTypeId.TINYINT,
    DuckDBTypeId.SMALLINT,
    DuckDBTypeId.INTEGER,
    DuckDBTypeId.BIGINT,
    DuckDBTypeId.UTINYINT,
    DuckDBTypeId.USMALLINT,
    DuckDBTypeId.UINTEGER,
    // Sums of integers are this wide; values that a double cannot represent travel as text.
    DuckDBTypeId.UBIGINT,
    DuckDBTypeId.HUGEINT,
    DuckDBTypeId.UHUGEINT,
  ].map((id) => [id, 'integer'] as const),
  [DuckDBTypeId.FLOAT, 'number'],
  [DuckDBTypeId.DOUBLE, 'number'],
  [DuckDBTypeId.DATE, 'date'],
  [DuckDBTypeId.TIME, 'time'],
  [DuckDBTypeId.TIMESTAMP_TZ, 'timestamptz'],
  ...[DuckDBTypeId.TIMESTAMP, DuckDBTypeId.TIMESTAMP_S, DuckDBTypeId.TIMESTAMP_MS, DuckDBTypeId.TIMESTAMP_NS].map(
    (id) => [id, 'timestamp'] as const,
  ),
]);

/** The column type of an answer; types without a JSON form (lists, structs, blobs, intervals) are text: `string`. */
export function columnTypeOf(type: DuckDBType): string {
  if (type instanceof DuckDBDecimalType) return `decimal(${String(type.width)},${String(type.scale)})`;
  return TYPES.get(type.typeId) ?? 'string';
}

/**
 * A value as JSON. A number stays a number when a double represents it exactly (integers up to 2^53, decimals up to 15
 * digits), else it is a string; NaN and infinities are null; times are ISO 8601, `timestamptz` in UTC.
 */
export function encodeCell(value: DuckDBValue, type: DuckDBType): Cell {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof DuckDBDecimalValue)
    return Math.abs(Number(value.value)) < 1e15 ? Number(value.toString()) : value.toString();
  return encodeTime(value) ?? encodeOther(value, type);
}

function encodeTime(value: DuckDBValue): string | null {
  if (value instanceof DuckDBDateValue) return value.isFinite ? isoDate(value.days) : value.toString();
  if (value instanceof DuckDBTimeValue) return isoTime(value.micros);
  if (value instanceof DuckDBTimestampTZValue)
    return value.isFinite ? `${isoTimestamp(value.micros)}Z` : value.toString();
  if (value instanceof DuckDBTimestampValue) return value.isFinite ? isoTimestamp(value.micros) : value.toString();
  if (value instanceof DuckDBTimestampSecondsValue) return isoTimestamp(value.seconds, 1n);
  if (value instanceof DuckDBTimestampMillisecondsValue) return isoTimestamp(value.millis, 1_000n);
  if (value instanceof DuckDBTimestampNanosecondsValue) return isoTimestamp(value.nanos, 1_000_000_000n);
  return null;
}

function encodeOther(value: DuckDBValue, type: DuckDBType): string {
  const json = JsonDuckDBValueConverter(value, type, JsonDuckDBValueConverter);
  return typeof json === 'string' ? json : JSON.stringify(json);
}
