import { isMissing } from '../table/column';
import type { Table } from '../table/table';
import type { Selection } from './study';

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
  let kept = 0;
  for (const flag of keep) kept += flag;
  const rows = new Int32Array(kept);
  let place = 0;
  keep.forEach((flag, row) => {
    if (flag === 1) rows[place++] = row;
  });
  return { rows, complete: kept, total: table.rowCount, missing };
}
