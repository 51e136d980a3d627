import { isMissing } from '../../table/column';
import type { Table } from '../../table/table';
import type { Selection } from '../study';

/** More rows than this behind a table of counts are refused rather than held. */
const MAX_COUNTED = 5_000_000;

/**
 * Each row as often as its count says (a table of counts), or null when a count is no whole number, or their sum is
 * too large.
 */
export function repeatByCount(selection: Selection, counts: Float64Array): Selection | null {
  let total = 0;
  for (const row of selection.rows) {
    const count = counts[row] ?? NaN;
    if (!(Number.isInteger(count) && count >= 0)) return null;
    total += count;
  }
  if (total > MAX_COUNTED) return null;
  const rows = new Int32Array(total);
  let place = 0;
  for (const row of selection.rows) {
    rows.fill(row, place, place + (counts[row] ?? 0));
    place += counts[row] ?? 0;
  }
  return { ...selection, rows };
}

/** The rows in which every column named is present. */
export function selectRows(table: Table, names: readonly string[]): Selection {
  const keep = new Uint8Array(table.rowCount).fill(1);
  const missing: { column: string; count: number }[] = [];
  for (const name of new Set(names)) {
    const column = table.column(name);
    if (column === undefined) continue;
    let count = 0;
    for (let row = 0; row < table.rowCount; row++) {
      if (!isMissing(column, row)) continue;
      count++;
      keep[row] = 0;
    }
    if (count > 0) missing.push({ column: name, count });
  }
  if (missing.length === 0) return { rows: table.rows, complete: table.rowCount, total: table.rowCount, missing };
  let kept = 0;
  for (const flag of keep) kept += flag;
  const rows = new Int32Array(kept);
  let place = 0;
  keep.forEach((flag, row) => {
    if (flag === 1) rows[place++] = row;
  });
  return { rows, complete: kept, total: table.rowCount, missing };
}
