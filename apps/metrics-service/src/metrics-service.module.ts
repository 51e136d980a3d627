import { join } from 'node:path';
import { type DynamicModule, Module } from '@nestjs/common';
import { CERTIFIED_SOURCES, CertSources } from '@svc/certified-data';
import { diskLimits, PlatformModule, sharingController } from '@svc/platform';
import { claimChecksIn, openWarehouse } from '@svc/warehouse';
import { AddAccess } from '../migrations/add-access';
import { CreateDashboards } from '../migrations/create-dashboards';
import { CreateMetrics } from '../migrations/create-metrics';
import { NameMetricOperands } from '../migrations/name-metric-operands';
import type { Config } from './config';
import { PaintingThread } from './dashboard/adapters/painting-thread';
import { PostgresDashboardStore } from './dashboard/adapters/postgres-dashboard-store';
import { AnswerTile } from './dashboard/answer-tile';
import { AskTile } from './dashboard/ask-tile';
import { ChangeDashboard } from './dashboard/change-dashboard';
import { CheckTiles } from './dashboard/check-tiles';
import { DashboardController } from './dashboard/dashboard.controller';
import { DashboardPageController } from './dashboard/dashboard-page.controller';
import { DASHBOARD_STORE, PAGE_PAINTER, PICTURE_STORE } from './dashboard/dashboard.ports';
import { DefineDashboard } from './dashboard/define-dashboard';
import { ExportDashboard } from './dashboard/export-dashboard';
import { ExportGrafana } from './dashboard/grafana/export-grafana';
import { GrafanaController } from './dashboard/grafana/grafana.controller';
import { ReadWidget } from './dashboard/grafana/read-widget';
import { ListOptions } from './dashboard/list-options';
import { OfferOptions } from './dashboard/offer-options';
import { PublishDashboard } from './dashboard/publish-dashboard';
import { ReadDashboards } from './dashboard/read-dashboards';
import { ReadPage } from './dashboard/read-page';
import { ShareDashboard } from './dashboard/share-dashboard';
import { RenderPage } from './dashboard/render-page';
import { AnswerPanel } from './json-datasource/answer-panel';
import { JsonDatasourceController } from './json-datasource/json-datasource.controller';
import { ListTargets } from './json-datasource/list-targets';
import { VisibleShapes } from './json-datasource/visible-shapes';
import { ComputeQueryPool } from './metric/adapters/compute-query-pool';
import { PostgresMetricStore } from './metric/adapters/postgres-metric-store';
import { DefineMetric } from './metric/define-metric';
import { DeleteMetric } from './metric/delete-metric';
import { MetricController } from './metric/metric.controller';
import { METRIC_STORE, QUERY_POOL, SHOWN_METRICS } from './metric/metric.ports';
import { ShareMetric } from './metric/share-metric';
import { PrepareQuery } from './metric/prepare-query';
import { QueryMetric } from './metric/query-metric';
import { ReadMetrics } from './metric/read-metrics';
import { ExportOsi } from './osi/export-osi';
import { ImportOsi } from './osi/import-osi';
import { OsiController } from './osi/osi.controller';

const controllers = [
  MetricController,
  sharingController('metric', ShareMetric),
  sharingController('dashboard', ShareDashboard),
  OsiController,
  DashboardController,
  DashboardPageController,
  GrafanaController,
  JsonDatasourceController,
];

const useCases = [
  DefineMetric,
  DeleteMetric,
  ShareMetric,
  ReadMetrics,
  PrepareQuery,
  QueryMetric,
  ExportOsi,
  ImportOsi,
  ReadDashboards,
  ShareDashboard,
  DefineDashboard,
  ChangeDashboard,
  PublishDashboard,
  ExportDashboard,
  ReadPage,
  RenderPage,
  ReadWidget,
  ExportGrafana,
  AnswerTile,
  AskTile,
  CheckTiles,
  OfferOptions,
  ListOptions,
  VisibleShapes,
  ListTargets,
  AnswerPanel,
];

/** The composition root: the only file that names adapters. */
@Module({})
export class MetricsServiceModule {
  static register(config: Config): DynamicModule {
    const claimChecks = claimChecksIn(openWarehouse(config.SVC_WAREHOUSE, diskLimits(config)));
    return {
      module: MetricsServiceModule,
      imports: [
        PlatformModule.register({
          service: 'metrics',
          config,
          migrations: [CreateMetrics, NameMetricOperands, CreateDashboards, AddAccess],
          claimChecks,
        }),
      ],
      controllers,
      providers: [
        { provide: METRIC_STORE, useClass: PostgresMetricStore },
        { provide: CERTIFIED_SOURCES, useClass: CertSources },
        { provide: QUERY_POOL, useClass: ComputeQueryPool },
        ...useCases,
        PostgresDashboardStore,
        { provide: DASHBOARD_STORE, useExisting: PostgresDashboardStore },
        { provide: SHOWN_METRICS, useExisting: PostgresDashboardStore },
        {
          provide: PAGE_PAINTER,
          useFactory: () => new PaintingThread(join(__dirname, 'dashboard/picture/page-picture.worker.js')),
        },
        { provide: PICTURE_STORE, useValue: claimChecks },
      ],
    };
  }
}
