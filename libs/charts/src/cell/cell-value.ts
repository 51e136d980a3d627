import type { Column, Json } from '@svc/contracts';

/** The text of a decimal number. */
export type Numeric = `${number}`;

/** True for a decimal number: values that a double cannot hold exactly travel as text. */
export function isNumeric(text: string): text is Numeric {
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text);
}

/** The number a cell holds, as near as a double comes; null for anything else. */
export function numberOf(value: Json | undefined): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && isNumeric(value) ? Number(value) : null;
}

/** True for columns that hold numbers. */
export function isNumberColumn({ type }: Column): boolean {
  return type === 'integer' || type === 'number' || type.startsWith('decimal');
}

/** True for columns that hold days or moments. */
export function isTimeColumn({ type }: Column): boolean {
  return type === 'date' || type === 'timestamp' || type === 'timestamptz';
}

/** Milliseconds since 1970 of a day or moment; without an offset it is taken as UTC, as the query cut it. */
export function momentOf(value: Json | undefined): number | null {
  if (typeof value !== 'string') return null;
  const [, day, clock = '00:00:00', offset = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?(Z|[+-]\d{2}(?::?\d{2})?)?$/.exec(value) ?? [];
  if (day === undefined) return null;
  const moment = Date.parse(`${day}T${clock}${/^[+-]\d{2}$/.test(offset) ? `${offset}:00` : offset}`);
  return Number.isNaN(moment) ? null : moment;
}
