import type { Column } from './column';

/** Rows to be judged, by column. Built by `tableFromColumns` or `readCsvTable`; never changed. */
export class Table {
  private readonly byName: ReadonlyMap<string, Column>;

  constructor(
    readonly columns: readonly Column[],
    readonly rowCount: number,
  ) {
    this.byName = new Map(columns.map((column) => [column.name, column]));
  }

  get names(): readonly string[] {
    return this.columns.map((column) => column.name);
  }

  column(name: string): Column | undefined {
    return this.byName.get(name);
  }
}
