import type { TableCell } from './table';
import { printableLine } from './printable';
import type { Colors } from './terminal';

/** A JSON value of a column as a table shows it: nulls differ from texts, numbers as `numberText` formats them. */
export function cellText(value: unknown, colors: Colors, type?: string): TableCell {
  if (value === null || value === undefined) return { text: 'null', paint: colors.dim };
  if (typeof value === 'number') return { text: numberText(value, type) };
  if (typeof value === 'string') return { text: printableLine(value) };
  return { text: printableLine(JSON.stringify(value)) };
}

/** A number with all its digits; a decimal (money, for example) with as many as its type has. */
export function numberText(value: number, type = 'number'): string {
  const digits = digitsOf(type);
  return digits === undefined ? String(value) : value.toFixed(digits);
}

/** For charts and statistics, where nobody copies the number: six significant digits, decimals whole. */
export function roundedText(value: number, type = 'number'): string {
  if (digitsOf(type) !== undefined || Number.isInteger(value)) return numberText(value, type);
  return Math.abs(value) >= 100_000 ? value.toFixed(1) : String(Number(value.toPrecision(6)));
}

function digitsOf(type: string): number | undefined {
  const digits = /^decimal\(\d+,(\d+)\)$/.exec(type)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Dates and booleans are short, and useless when cut. */
export function isWhole(type: string): boolean {
  return /^(date|time|boolean)/.test(type);
}

/** Columns of numbers are aligned on the right. */
export function alignOf(type: string): 'left' | 'right' {
  return type === 'integer' || type === 'number' || type.startsWith('decimal') ? 'right' : 'left';
}
