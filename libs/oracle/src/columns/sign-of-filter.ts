import { levelsOf } from '../table/levels';
import type { Column } from '../table/column';
import type { Inquiry } from '../verdict/inquiry';
import { undeclaredColumns } from './undeclared-columns';

/** Identifiers that fill less of their range are drawn from it; those that fill all of it are complete. */
const GAPS = { least: 0.2, most: 0.97 };
/** Fewer identifiers than this show no gaps. */
const MIN_ROWS = 30;

/** What makes the table look like a part of another one, or null. */
export function signOfFilter({ table, claim }: Inquiry): string | null {
  const columns = undeclaredColumns(table, claim);
  const constant = columns.find((column) => isConstantState(column));
  if (constant !== undefined) {
    const value = levelsOf(constant, 1)?.labels[0] ?? '';
    return `every row has ${constant.name} = ${value}, as if other rows had been filtered out`;
  }
  for (const column of columns) {
    const gaps = gapsOf(column);
    if (gaps !== null) return `${column.name} spans ${gaps.range} numbers, of which only ${gaps.seen} are present`;
  }
  return null;
}

/** A text or a flag that says the same in every row; a constant number is a parameter, not a state. */
function isConstantState(column: Column): boolean {
  if (column.type !== 'string' && column.type !== 'boolean') return false;
  const levels = levelsOf(column, 1);
  return levels?.labels.length === 1;
}

/** Numbers that name rows one by one, from `f17` as from 17. */
function gapsOf(column: Column): { range: number; seen: number } | null {
  if (column.type === 'boolean' || column.type === 'time') return null;
  const values =
    column.type === 'string'
      ? column.levels.map((level) => Number(/^[A-Za-z_-]{0,12}(\d{1,9})$/.exec(level)?.[1] ?? NaN))
      : [...column.values];
  const rows = column.type === 'string' ? column.codes.length : column.values.length;
  if (values.length < MIN_ROWS || values.length !== rows || !values.every(Number.isInteger)) return null;
  const seen = new Set(values);
  if (seen.size !== rows) return null;
  const range =
    values.reduce((a, b) => Math.max(a, b), -Infinity) - values.reduce((a, b) => Math.min(a, b), Infinity) + 1;
  const share = rows / range;
  return share > GAPS.least && share < GAPS.most ? { range, seen: rows } : null;
}
