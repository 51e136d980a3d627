import { Module } from '@nestjs/common';
import { MetricModule } from '../../metric/metric.module';
import { DashboardModule } from '../dashboard.module';
import { ExportGrafana } from './export-grafana';
import { GrafanaController } from './grafana.controller';
import { ReadWidget } from './read-widget';

/** Dashboards for Grafana: the exported definition, and the rows its panels ask for. */
@Module({
  imports: [DashboardModule, MetricModule],
  controllers: [GrafanaController],
  providers: [ExportGrafana, ReadWidget],
})
export class GrafanaModule {}
