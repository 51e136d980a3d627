import type { Column, Json, JsonFrame, MetricAnswer } from '@svc/contracts';
import { cellText, isNumberColumn, isTimeColumn, momentOf, numberOf } from '@svc/charts';

type Answer = Pick<MetricAnswer, 'columns' | 'rows'>;

/** An answer as Grafana draws it: a line for each group where there is time, else one table. */
export function panelFrames(name: string, { columns, rows }: Answer, refId: string | undefined): JsonFrame[] {
  const about = refId === undefined ? {} : { refId };
  const time = columns.findIndex(isTimeColumn);
  const value = columns.length - 1;
  if (time === -1 || time === value)
    return [
      {
        type: 'table',
        ...about,
        columns: columns.map((it) => ({ text: it.name, type: kindOf(it) })),
        rows: rows.map((row) => columns.map((column, index) => cellOf(row[index], column))),
      },
    ];
  const lines = new Map<string, [number | null, number][]>();
  for (const row of rows) {
    const moment = momentOf(row[time]);
    if (moment === null) continue;
    const group = columns.flatMap((column, index) =>
      index === time || index === value ? [] : [cellText(row[index], column)],
    );
    const line = group.length === 0 ? name : group.join(', ');
    lines.set(line, [...(lines.get(line) ?? []), [numberOf(row[value]), moment]]);
  }
  return [...lines].map(([target, datapoints]) => ({
    target,
    ...about,
    datapoints: datapoints.toSorted(([, a], [, b]) => a - b),
  }));
}

function kindOf(column: Column): 'time' | 'number' | 'string' {
  if (isTimeColumn(column)) return 'time';
  return isNumberColumn(column) ? 'number' : 'string';
}

function cellOf(value: Json | undefined, column: Column): Json {
  if (isTimeColumn(column)) return momentOf(value);
  return (isNumberColumn(column) ? numberOf(value) : value) ?? null;
}
