import { Controller } from '@nestjs/common';
import {
  exportGrafanaDashboard,
  queryMetricRows,
  readDashboardWidget,
  type RequestOf,
  type ResponseOf,
} from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ExportGrafana } from './export-grafana';
import { ReadWidget } from './read-widget';

@Controller()
export class GrafanaController {
  constructor(
    private readonly widgets: ReadWidget,
    private readonly exporting: ExportGrafana,
  ) {}

  @Handles(queryMetricRows)
  metric(
    { params, body }: RequestOf<typeof queryMetricRows>,
    context: CallContext,
  ): Promise<ResponseOf<typeof queryMetricRows>> {
    return this.widgets.metric(params.name, body, context);
  }

  @Handles(readDashboardWidget)
  widget(
    { params, body }: RequestOf<typeof readDashboardWidget>,
    context: CallContext,
  ): Promise<ResponseOf<typeof readDashboardWidget>> {
    return this.widgets.widget(params.name, params.widget, body.variables, context);
  }

  @Handles(exportGrafanaDashboard)
  export(
    { params, query }: RequestOf<typeof exportGrafanaDashboard>,
    context: CallContext,
  ): Promise<ResponseOf<typeof exportGrafanaDashboard>> {
    return this.exporting.export(params.name, query.datasource, context);
  }
}
