import type { TableCell } from './table';
import { printableLine } from './printable';
import type { Colors } from './terminal';

/** A JSON value of a column as a table shows it: nulls told apart from texts, numbers as `numberText` says them. */
export function cellText(value: unknown, colors: Colors, type?: string): TableCell {
  if (value === null || value === undefined) return { text: 'null', paint: colors.dim };
  if (typeof value === 'number') return { text: numberText(value, type) };
  if (typeof value === 'string') return { text: printableLine(value) };
  return { text: printableLine(JSON.stringify(value)) };
}

/** Whole numbers whole, decimals with all their digits (they are exact: money, say), others to six significant ones; `--json` has all of them. */
export function numberText(value: number, type = 'number'): string {
  const digits = /^decimal\(\d+,(\d+)\)$/.exec(type)?.[1];
  if (digits !== undefined) return value.toFixed(Number(digits));
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) >= 100_000 ? value.toFixed(1) : String(Number(value.toPrecision(6)));
}

/** Columns of numbers line up on the right. */
export function alignOf(type: string): 'left' | 'right' {
  return type === 'integer' || type === 'number' || type.startsWith('decimal') ? 'right' : 'left';
}
