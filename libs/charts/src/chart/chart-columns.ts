import type { ChartWidget, Column } from '@svc/contracts';

/** A column of an answer and its place in every row. */
export interface PlacedColumn {
  readonly at: number;
  readonly column: Column;
}

/** What a chart draws of an answer. */
export interface ChartColumns {
  readonly x: PlacedColumn;
  readonly y: PlacedColumn;
  /** What tells its series apart. */
  readonly series: readonly PlacedColumn[];
}

/** The columns named, else the first along x, the last along y, and those between for the series. Null where x or y is none, or both are one. */
export function chartColumns({ encoding }: ChartWidget['viz'], columns: readonly Column[]): ChartColumns | null {
  const all = columns.map((column, at): PlacedColumn => ({ at, column }));
  const chosen = (field: string | undefined, otherwise: PlacedColumn | undefined): PlacedColumn | undefined =>
    field === undefined ? otherwise : all.find((it) => it.column.name === field);
  const [x, y, color] = [
    chosen(encoding?.x?.field, all[0]),
    chosen(encoding?.y?.field, all.at(-1)),
    encoding?.color?.field,
  ];
  if (x === undefined || y === undefined || x === y) return null;
  return { x, y, series: all.filter((it) => (color === undefined ? it !== x && it !== y : it.column.name === color)) };
}
