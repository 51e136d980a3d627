import { type DynamicModule, Module } from '@nestjs/common';
import { PlatformModule } from '@svc/platform';
import { claimChecksIn, DirectoryWarehouse } from '@svc/warehouse';
import { CreateMetrics } from '../migrations/create-metrics';
import { NameMetricOperands } from '../migrations/name-metric-operands';
import { CLOCK, systemClock } from './clock';
import type { Config } from './config';
import { CertSources } from './metric/adapters/cert-sources';
import { ComputeQueryPool } from './metric/adapters/compute-query-pool';
import { PostgresMetricStore } from './metric/adapters/postgres-metric-store';
import { DefineMetric } from './metric/define-metric';
import { DeleteMetric } from './metric/delete-metric';
import { MetricController } from './metric/metric.controller';
import { CERTIFIED_SOURCES, METRIC_STORE, QUERY_POOL } from './metric/metric.ports';
import { PrepareQuery } from './metric/prepare-query';
import { QueryMetric } from './metric/query-metric';
import { ReadMetrics } from './metric/read-metrics';
import { ExportOsi } from './osi/export-osi';
import { ImportOsi } from './osi/import-osi';
import { OsiController } from './osi/osi.controller';

/** The composition root: the only file that names adapters. */
@Module({})
export class MetricsServiceModule {
  static register(config: Config): DynamicModule {
    const claimChecks = claimChecksIn(DirectoryWarehouse.open(config.SVC_WAREHOUSE));
    return {
      module: MetricsServiceModule,
      imports: [PlatformModule.register({ service: 'metrics', config, migrations: [CreateMetrics, NameMetricOperands], claimChecks })],
      controllers: [MetricController, OsiController],
      providers: [
        { provide: CLOCK, useValue: systemClock },
        { provide: METRIC_STORE, useClass: PostgresMetricStore },
        { provide: CERTIFIED_SOURCES, useClass: CertSources },
        { provide: QUERY_POOL, useClass: ComputeQueryPool },
        DefineMetric, DeleteMetric, ReadMetrics, PrepareQuery, QueryMetric, ExportOsi, ImportOsi,
      ],
    };
  }
}
