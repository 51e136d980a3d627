import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCsvTable } from '../table/read-csv-table';
import type { Table } from '../table/table';

/** Folder of certified data beside the project; tests say so and skip when it is not there. */
const ROOT = join(__dirname, '../../../../../shared/oracle');

export const hasReference = existsSync(join(ROOT, 'reference/certified.json'));

export function referencePath(...parts: string[]): string {
  return join(ROOT, ...parts);
}

export function referenceJson(...parts: string[]): unknown {
  return JSON.parse(readFileSync(referencePath(...parts), 'utf8'));
}

export function referenceTable(name: string): Promise<Table> {
  return readCsvTable(referencePath('reference', `${name}.csv`));
}

/** `describe`, or a skipped block whose name says what is missing. */
export function describeWithReference(name: string, body: () => void): void {
  if (hasReference) describe(name, body);
  else describe.skip(`${name} (certified data not found beside the project)`, body);
}

/** A column of numbers that must be there. */
export function numbersOf(table: Table, name: string): Float64Array {
  const column = table.column(name);
  if (column === undefined || column.type === 'string') throw new Error(`no numbers in "${name}"`);
  return column.values;
}

/** Digits of agreement: −log10 of the relative (or, at zero, absolute) error. */
export function agreement(found: number, certified: number): number {
  if (found === certified) return 16;
  return -Math.log10(certified === 0 ? Math.abs(found) : Math.abs(found - certified) / Math.abs(certified));
}
