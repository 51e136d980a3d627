import { rowNumbers } from '../statistics/sample/rows';
import type { Column } from './column';

/** Rows to be judged, by column. Built by `tableFromColumns` or `readCsvTable`; never changed. */
export class Table {
  private readonly byName: ReadonlyMap<string, Column>;
  private numbered: Int32Array | null = null;

  constructor(
    readonly columns: readonly Column[],
    readonly rowCount: number,
  ) {
    this.byName = new Map(columns.map((column) => [column.name, column]));
  }

  get names(): readonly string[] {
    return this.columns.map((column) => column.name);
  }

  /** The numbers of all rows: one array, never changed, so that what is known of all rows can be remembered by it. */
  get rows(): Int32Array {
    this.numbered ??= rowNumbers(this.rowCount);
    return this.numbered;
  }

  column(name: string): Column | undefined {
    return this.byName.get(name);
  }
}
