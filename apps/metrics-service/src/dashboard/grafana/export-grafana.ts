import { Inject, Injectable } from '@nestjs/common';
import { CERTIFIED_SOURCES, certifiedOf, type CertifiedSources } from '@svc/certified-data';
import type { DashboardSpec, Json } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { columnsOf } from '../../metric/definition/columns-of';
import { definitionsOf } from '../../metric/definition/metric-change';
import { METRIC_STORE, type MetricStore } from '../../metric/metric.ports';
import { ReadDashboards } from '../read-dashboards';
import { grafanaDashboard } from './grafana-dashboard';
import { panelColumns } from './panel-columns';

/** The published version for Grafana. */
@Injectable()
export class ExportGrafana {
  constructor(
    private readonly reading: ReadDashboards,
    @Inject(METRIC_STORE) private readonly metrics: MetricStore,
    @Inject(CERTIFIED_SOURCES) private readonly sources: CertifiedSources,
  ) {}

  async export(name: string, datasource: string | undefined, context: CallContext): Promise<Record<string, Json>> {
    const { spec } = await this.reading.published(name, context.principal);
    const definitions = definitionsOf(await this.metrics.catalogue(context.principal));
    const names = chartedDerivations(spec);
    const { tables } = certifiedOf(names, names.length === 0 ? new Map() : await this.sources.resolve(names, context));
    const schemas = columnsOf(tables);
    return grafanaDashboard(spec, (widget) => panelColumns(widget, definitions, schemas), datasource ?? null);
  }
}

function chartedDerivations({ pages }: DashboardSpec): readonly string[] {
  return [
    ...new Set(
      pages.flatMap((page) =>
        page.widgets.flatMap((it) =>
          it.type === 'chart' && it.bind.derivation !== undefined ? [it.bind.derivation] : [],
        ),
      ),
    ),
  ];
}
