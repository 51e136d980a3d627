import { type ChartWidget, type Column, type DataWidget, ProblemError, type WidgetBind } from '@svc/contracts';
import { chartColumns, isNumberColumn, isTimeColumn } from '@svc/charts';
import type { SourceColumns } from '../../metric/definition/check-definition';
import type { Definitions } from '../../metric/definition/metric';
import { shapeIn } from '../../metric/definition/metric-change';

/** A column of a panel's answer, in the form of the Infinity data source. */
export interface PanelColumn {
  readonly selector: string;
  readonly type: 'timestamp' | 'string' | 'number';
}

/** The columns of a widget's answer, so that Grafana parses times as such; of rows in a chart those that it draws, the x column first. Empty where they are unknown. */
export function panelColumns(
  widget: DataWidget,
  definitions: Definitions,
  schemas: SourceColumns,
): readonly PanelColumn[] {
  const { metric, derivation } = widget.bind;
  if (metric !== undefined) return metricColumns(metric, widget.bind, definitions);
  return widget.type === 'chart' && derivation !== undefined ? rowColumns(widget, schemas.get(derivation) ?? []) : [];
}

function metricColumns(
  metric: string,
  { groupBy = [], grain }: WidgetBind,
  definitions: Definitions,
): readonly PanelColumn[] {
  const definition = definitions.get(metric);
  if (definition === undefined) return [];
  const time = timeName(definition, definitions);
  const moments =
    time !== null && (grain !== undefined || groupBy.includes(time))
      ? [{ selector: time, type: 'timestamp' as const }]
      : [];
  return [
    ...moments,
    ...groupBy.filter((it) => it !== time).map((selector) => ({ selector, type: 'string' as const })),
    { selector: definition.name, type: 'number' as const },
  ];
}

function rowColumns({ bind, viz }: ChartWidget, schema: readonly Column[]): readonly PanelColumn[] {
  const drawn = chartColumns(
    viz,
    bind.columns?.flatMap((name) => schema.find((it) => it.name === name) ?? []) ?? schema,
  );
  if (drawn === null) return [];
  const {
    x: { column: x },
    y: { column: y },
    series,
  } = drawn;
  return [
    { selector: x.name, type: isTimeColumn(x) ? 'timestamp' : isNumberColumn(x) ? 'number' : 'string' },
    ...series.map(({ column }) => ({ selector: column.name, type: 'string' as const })),
    { selector: y.name, type: 'number' },
  ];
}

function timeName(definition: Parameters<typeof shapeIn>[1], definitions: Definitions): string | null {
  try {
    return shapeIn(definitions, definition).time?.name ?? null;
  } catch (error) {
    // An operand is missing or hidden from this caller: the panel will report it when it is queried.
    if (error instanceof ProblemError) return null;
    throw error;
  }
}
