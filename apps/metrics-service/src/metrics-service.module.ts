import { type DynamicModule, Module } from '@nestjs/common';
import { diskLimits, PlatformModule } from '@svc/platform';
import { claimChecksIn, openWarehouse } from '@svc/warehouse';
import { AddAccess } from '../migrations/add-access';
import { CreateDashboards } from '../migrations/create-dashboards';
import { CreateMetrics } from '../migrations/create-metrics';
import { NameMetricOperands } from '../migrations/name-metric-operands';
import type { Config } from './config';
import { DashboardModule } from './dashboard/dashboard.module';
import { GrafanaModule } from './dashboard/grafana/grafana.module';
import { PictureModule } from './dashboard/picture/picture.module';
import { JsonDatasourceModule } from './json-datasource/json-datasource.module';
import { MetricModule } from './metric/metric.module';
import { OsiModule } from './osi/osi.module';

const migrations = [CreateMetrics, NameMetricOperands, CreateDashboards, AddAccess];

/** The composition root: what all modules share, and the modules, each of which binds its own adapters. */
@Module({})
export class MetricsServiceModule {
  static register(config: Config): DynamicModule {
    return {
      module: MetricsServiceModule,
      imports: [
        PlatformModule.register({
          service: 'metrics',
          config,
          migrations,
          claimChecks: claimChecksIn(openWarehouse(config.SVC_WAREHOUSE, diskLimits(config))),
        }),
        MetricModule,
        OsiModule,
        DashboardModule,
        PictureModule,
        GrafanaModule,
        JsonDatasourceModule,
      ],
    };
  }
}
