import type { TableCell } from './table';
import { printableLine } from './printable';
import type { Colors } from './terminal';

/** A JSON value as a table shows it: nulls told apart from texts, long fractions cut to six significant digits. */
export function cellText(value: unknown, colors: Colors): TableCell {
  if (value === null || value === undefined) return { text: 'null', paint: colors.dim };
  if (typeof value === 'number') return { text: numberText(value) };
  if (typeof value === 'string') return { text: printableLine(value) };
  return { text: printableLine(JSON.stringify(value)) };
}

/** Whole numbers whole, others to six significant digits; `--json` has all of them. */
export function numberText(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) >= 100_000 ? value.toFixed(1) : String(Number(value.toPrecision(6)));
}

/** Columns of numbers line up on the right. */
export function alignOf(type: string): 'left' | 'right' {
  return type === 'integer' || type === 'number' || type.startsWith('decimal') ? 'right' : 'left';
}
