import { identifier, literal } from '@svc/duckdb-sql';

/** How a column of the engine becomes a column of a stored table. */
export interface CanonicalColumn {
  readonly name: string;
  /** One of the contract's column types. */
  readonly type: string;
  /** Computes it from the column of the same name; raises on a value that the type cannot represent. */
  readonly sql: string;
}

/** A column that no stored table can have; `message` says what to do instead. */
export class ColumnRefused extends Error {
  override readonly name = 'ColumnRefused';
}

const PLAIN: Readonly<Record<string, readonly [type: string, cast: string]>> = {
  BOOLEAN: ['boolean', 'BOOLEAN'],
  TINYINT: ['integer', 'BIGINT'],
  SMALLINT: ['integer', 'BIGINT'],
  INTEGER: ['integer', 'BIGINT'],
  BIGINT: ['integer', 'BIGINT'],
  UTINYINT: ['integer', 'BIGINT'],
  USMALLINT: ['integer', 'BIGINT'],
  UINTEGER: ['integer', 'BIGINT'],
  FLOAT: ['number', 'DOUBLE'],
  DOUBLE: ['number', 'DOUBLE'],
  VARCHAR: ['string', 'VARCHAR'],
  UUID: ['string', 'VARCHAR'],
  JSON: ['string', 'VARCHAR'],
  '"NULL"': ['string', 'VARCHAR'],
  DATE: ['date', 'DATE'],
  TIME: ['time', 'TIME'],
  TIMESTAMP: ['timestamp', 'TIMESTAMP'],
  TIMESTAMP_S: ['timestamp', 'TIMESTAMP'],
  TIMESTAMP_MS: ['timestamp', 'TIMESTAMP'],
  'TIMESTAMP WITH TIME ZONE': ['timestamptz', 'TIMESTAMPTZ'],
};
const WIDE_INTEGERS: ReadonlySet<string> = new Set(['UBIGINT', 'HUGEINT', 'UHUGEINT']);
const DECIMAL = /^DECIMAL\((\d+),(\d+)\)$/;

/** The stored form of a column, given its type from `DESCRIBE`. Throws {@link ColumnRefused} for nested and binary types. */
export function canonicalColumn(name: string, duckType: string): CanonicalColumn {
  const column = identifier(name);
  const decimal = DECIMAL.exec(duckType);
  if (decimal !== null) return { name, type: `decimal(${decimal[1] ?? ''},${decimal[2] ?? ''})`, sql: column };
  if (WIDE_INTEGERS.has(duckType)) return { name, type: 'integer', sql: checkedInteger(name, column) };
  if (duckType === 'TIMESTAMP_NS') return { name, type: 'timestamp', sql: checkedTimestamp(name, column) };
  const plain = duckType.startsWith('ENUM(') ? PLAIN['VARCHAR'] : PLAIN[duckType];
  if (plain === undefined)
    throw new ColumnRefused(
      `The column "${name}" has the type ${duckType}, which a table cannot contain: ${advice(duckType)}`,
    );
  return { name, type: plain[0], sql: `CAST(${column} AS ${plain[1]})` };
}

/** Sums of integers are 128 bits wide in the engine; nearly all of them fit. */
function checkedInteger(name: string, column: string): string {
  const message = literal(
    `The column "${name}" has integers beyond 64 bits; cast it to DECIMAL(38,0), or to DOUBLE if it need not be exact.`,
  );
  return `CASE WHEN ${column} IS NULL OR ${column} BETWEEN -9223372036854775808 AND 9223372036854775807 THEN CAST(${column} AS BIGINT) ELSE error(${message}) END`;
}

function checkedTimestamp(name: string, column: string): string {
  const message = literal(`The column "${name}" has nanoseconds, but timestamps have microseconds; round it first.`);
  return `CASE WHEN ${column} IS NULL OR epoch_ns(${column}) % 1000 = 0 THEN CAST(${column} AS TIMESTAMP) ELSE error(${message}) END`;
}

function advice(duckType: string): string {
  if (duckType.includes('[') || /^(STRUCT|MAP|UNION|VARIANT)/.test(duckType))
    return 'unnest it into columns or rows, or cast it to text with to_json.';
  if (duckType === 'INTERVAL') return 'use a number of seconds or days.';
  if (duckType === 'TIME WITH TIME ZONE') return 'use a timestamp with time zone, or a time.';
  if (duckType === 'BLOB' || duckType === 'BIT') return 'store text, for instance hex(column) or base64(column).';
  return 'cast it to one of boolean, bigint, double, decimal, varchar, date, time, timestamp, timestamptz.';
}
