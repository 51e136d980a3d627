import type { ColumnType } from '@svc/contracts';
import type { CalendarPoint } from '../time/calendar';
import { instantText, readDay, readInstant, wallText } from '../time/calendar';
import type { ColumnKind } from '../definition/column-kind';
import { decimalShape, kindOf } from '../definition/column-kind';
import { readExactNumber } from './exact-number';
import type { Zone } from '../time/time-zone';

export type FilterScalar = string | number | boolean;

/** Values ready to bind: texts, and the SQL type the statement casts them to. The column itself is never cast. */
export interface TypedValues {
  readonly sqlType: string;
  readonly texts: readonly string[];
}

/** The error in the value at `index`. */
export interface ValueRefusal {
  readonly index: number;
  readonly refusal: string;
}

const WANTED: Readonly<Record<ColumnKind, string>> = {
  boolean: 'true or false',
  integer: 'a number',
  decimal: 'a number',
  number: 'a number',
  string: 'a text',
  date: 'a date such as "2024-03-01"',
  time: 'a time such as "14:30:00"',
  timestamp: 'a date or a time such as "2024-03-01T14:30:00Z"',
  timestamptz: 'a date or a time such as "2024-03-01T14:30:00Z"',
};

/**
 * Parses filter values for a column. One cast applies to the whole list, and it is exact: a fraction is compared with an
 * integer column as a decimal, never rounded into it.
 */
export function readValues(type: ColumnType, values: readonly FilterScalar[], zone: Zone): TypedValues | ValueRefusal {
  const kind = kindOf(type);
  if (kind === 'integer' || kind === 'decimal') return exactNumbers(decimalShape(type), values);
  if (kind === 'date' || kind === 'timestamp' || kind === 'timestamptz') return points(kind, values, zone);
  return each(values, (value) => PLAIN_TEXT[kind](value) ?? wants(kind, value), PLAIN_SQL[kind]);
}

type PlainKind = 'boolean' | 'number' | 'string' | 'time';
const PLAIN_SQL: Readonly<Record<PlainKind, string>> = {
  boolean: 'BOOLEAN',
  number: 'DOUBLE',
  string: 'VARCHAR',
  time: 'TIME',
};
const PLAIN_TEXT: Readonly<Record<PlainKind, (value: FilterScalar) => string | null>> = {
  boolean: (value) =>
    value === true || value === 'true' ? 'true' : value === false || value === 'false' ? 'false' : null,
  number: (value) =>
    typeof value !== 'boolean' && readExactNumber(value) !== null && Number.isFinite(Number(value))
      ? String(value)
      : null,
  string: (value) => (typeof value === 'string' ? value : null),
  time: (value) =>
    typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?$/.test(value) ? value : null,
};

/** A value as a day or an instant; null when it is neither. */
export function readPoint(value: FilterScalar, zone: Zone): CalendarPoint | null {
  return typeof value === 'string' ? (readDay(value) ?? readInstant(value, zone)) : null;
}

/**
 * The text of a point as a bound of a column of this kind, with the type to cast it to. A day begins when it does in
 * `zone`; a column of dates, which have no zone, is compared with the local date there.
 */
export function pointValue(
  kind: ColumnKind,
  point: CalendarPoint,
  zone: Zone,
): { readonly sqlType: string; readonly text: string } {
  if (kind === 'date')
    return point.kind === 'day'
      ? { sqlType: 'DATE', text: point.text }
      : { sqlType: 'TIMESTAMP', text: wallText(point, zone) };
  const text = instantText(point, zone);
  // Without an offset DuckDB would read a TIMESTAMPTZ in the session's zone.
  return kind === 'timestamptz' ? { sqlType: 'TIMESTAMPTZ', text: `${text}+00` } : { sqlType: 'TIMESTAMP', text };
}

function wants(kind: ColumnKind, value: FilterScalar): { readonly refusal: string } {
  return { refusal: `expects ${WANTED[kind]}, got ${JSON.stringify(value)}` };
}

function each(
  values: readonly FilterScalar[],
  read: (value: FilterScalar) => string | { readonly refusal: string },
  sqlType: string,
): TypedValues | ValueRefusal {
  const texts: string[] = [];
  for (const [index, value] of values.entries()) {
    const text = read(value);
    if (typeof text !== 'string') return { index, ...text };
    texts.push(text);
  }
  return { sqlType, texts };
}

function points(
  kind: 'date' | 'timestamp' | 'timestamptz',
  values: readonly FilterScalar[],
  zone: Zone,
): TypedValues | ValueRefusal {
  const read = values.map((it) => readPoint(it, zone));
  const wrong = read.indexOf(null);
  const found = read.filter((it) => it !== null);
  if (wrong >= 0) return { index: wrong, ...wants(kind, values[wrong] ?? '') };
  // A date column beside a time compares as a timestamp: midnight of each day.
  if (kind === 'date' && found.some((it) => it.kind === 'instant'))
    return { sqlType: 'TIMESTAMP', texts: found.map((it) => wallText(it, zone)) };
  return { sqlType: kind.toUpperCase(), texts: found.map((it) => pointValue(kind, it, zone).text) };
}

const MAX_DIGITS = 38;
const BIGINT_DIGITS = 19;

function exactNumbers(
  shape: { readonly precision: number; readonly scale: number } | null,
  values: readonly FilterScalar[],
): TypedValues | ValueRefusal {
  const read = values.map((value) => (typeof value === 'boolean' ? null : readExactNumber(value)));
  const wrong = read.indexOf(null);
  if (wrong >= 0) return { index: wrong, ...wants('integer', values[wrong] ?? '') };
  const numbers = read.filter((it) => it !== null);
  const texts = numbers.map((it) => it.text);
  const scale = Math.max(shape?.scale ?? 0, ...numbers.map((it) => it.scale));
  if (scale === 0 && numbers.every((it) => it.integerDigits < BIGINT_DIGITS)) return { sqlType: 'BIGINT', texts };
  const columnDigits = shape === null ? (scale === 0 ? 0 : BIGINT_DIGITS) : shape.precision - shape.scale;
  const wide = numbers.findIndex((it) => Math.max(it.integerDigits, columnDigits) + scale > MAX_DIGITS);
  if (wide >= 0)
    return {
      index: wide,
      refusal: `${JSON.stringify(values[wide])} has more than ${MAX_DIGITS} digits, the maximum that compares exactly with this column`,
    };
  return { sqlType: scale === 0 ? 'HUGEINT' : `DECIMAL(${MAX_DIGITS},${scale})`, texts };
}
