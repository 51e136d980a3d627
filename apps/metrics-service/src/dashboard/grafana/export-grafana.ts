import { Inject, Injectable } from '@nestjs/common';
import { type Json, type Principal, ProblemError, type WidgetBind } from '@svc/contracts';
import { type Catalogue, shapeIn } from '../../metric/metric-change';
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
    const catalogue = await this.metrics.catalogue();
    return grafanaDashboard(spec, (bind) => columnsOf(bind, catalogue), datasource ?? null);
  }
}

/** The columns of a metric's answer, so that Grafana reads moments as such. None where they cannot be told. */
function columnsOf({ metric, groupBy = [], grain }: WidgetBind, catalogue: Catalogue): readonly PanelColumn[] {
  const definition = metric === undefined ? undefined : catalogue.get(metric)?.definition;
  if (definition === undefined) return [];
  const time = timeName(definition, catalogue);
  const moments = time !== null && (grain !== undefined || groupBy.includes(time)) ? [{ selector: time, type: 'timestamp' as const }] : [];
  return [...moments, ...groupBy.filter((it) => it !== time).map((selector) => ({ selector, type: 'string' as const })), { selector: definition.name, type: 'number' as const }];
}

function timeName(definition: Parameters<typeof shapeIn>[1], catalogue: Catalogue): string | null {
  try {
    return shapeIn(catalogue, definition).time?.name ?? null;
  } catch (error) {
    // An operand is gone: the panel will say so when it is asked.
    if (error instanceof ProblemError) return null;
    throw error;
  }
}
