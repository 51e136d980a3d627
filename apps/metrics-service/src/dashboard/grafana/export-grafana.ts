import { Inject, Injectable } from '@nestjs/common';
import { type Json, type Principal, ProblemError, type WidgetBind } from '@svc/contracts';
import type { Definitions } from '../../metric/metric';
import { definitionsOf, shapeIn } from '../../metric/metric-change';
import { METRIC_STORE, type MetricStore } from '../../metric/metric.ports';
import { ReadDashboards } from '../read-dashboards';
import { grafanaDashboard, type PanelColumn } from './grafana-dashboard';

/** The published version for Grafana. */
@Injectable()
export class ExportGrafana {
  constructor(
    private readonly reading: ReadDashboards,
    @Inject(METRIC_STORE) private readonly metrics: MetricStore,
  ) {}

  async export(name: string, datasource: string | undefined, principal: Principal): Promise<Record<string, Json>> {
    const { spec } = await this.reading.published(name, principal);
    const definitions = definitionsOf(await this.metrics.catalogue(principal));
    return grafanaDashboard(spec, (bind) => columnsOf(bind, definitions), datasource ?? null);
  }
}

/** The columns of a metric's answer, so that Grafana reads moments as such. None where they cannot be told. */
function columnsOf({ metric, groupBy = [], grain }: WidgetBind, definitions: Definitions): readonly PanelColumn[] {
  const definition = metric === undefined ? undefined : definitions.get(metric);
  if (definition === undefined) return [];
  const time = timeName(definition, definitions);
  const moments = time !== null && (grain !== undefined || groupBy.includes(time)) ? [{ selector: time, type: 'timestamp' as const }] : [];
  return [...moments, ...groupBy.filter((it) => it !== time).map((selector) => ({ selector, type: 'string' as const })), { selector: definition.name, type: 'number' as const }];
}

function timeName(definition: Parameters<typeof shapeIn>[1], definitions: Definitions): string | null {
  try {
    return shapeIn(definitions, definition).time?.name ?? null;
  } catch (error) {
    // An operand is gone, or not for this caller: the panel will say so when it is asked.
    if (error instanceof ProblemError) return null;
    throw error;
  }
}
