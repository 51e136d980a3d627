import type { Column, FlatRows, Json } from '@svc/contracts';
import { isNumberColumn, isTimeColumn, momentOf, numberOf } from '@svc/charts';
import type { TileAnswer } from '../tile/ask-tile';

/** An answer as objects. Grafana draws only numbers and times that are typed as such. */
export function flatRows({
  columns,
  rows,
  truncated,
  sources,
}: Pick<TileAnswer, 'columns' | 'rows' | 'truncated' | 'sources'>): FlatRows {
  return {
    rows: rows.map((row) =>
      Object.fromEntries(columns.map((column, index) => [column.name, flatCell(row[index], column)])),
    ),
    truncated,
    sources,
  };
}

function flatCell(value: Json | undefined, column: Column): Json {
  if (value === undefined || value === null) return null;
  if (isNumberColumn(column)) return numberOf(value) ?? value;
  const moment = isTimeColumn(column) ? momentOf(value) : null;
  return moment === null ? value : new Date(moment).toISOString();
}
