import { Module } from '@nestjs/common';
import { CERTIFIED_SOURCES, CertSources } from '@svc/certified-data';
import { sharingController } from '@svc/platform';
import { ComputeQueryPool } from './adapters/compute-query-pool';
import { PostgresMetricStore } from './adapters/postgres-metric-store';
import { PublishedDashboards } from './adapters/published-dashboards';
import { DefineMetric } from './define-metric';
import { DeleteMetric } from './delete-metric';
import { MetricController } from './metric.controller';
import { METRIC_STORE, QUERY_POOL, SHOWN_METRICS } from './metric.ports';
import { PrepareQuery } from './prepare-query';
import { QueryMetric } from './query-metric';
import { ReadMetrics } from './read-metrics';
import { ShareMetric } from './share-metric';

/** Metrics and queries over them. Gives others what they ask of metrics, of certified rows and of the query path. */
@Module({
  controllers: [MetricController, sharingController('metric', ShareMetric)],
  providers: [
    DefineMetric,
    DeleteMetric,
    ShareMetric,
    ReadMetrics,
    PrepareQuery,
    QueryMetric,
    { provide: METRIC_STORE, useClass: PostgresMetricStore },
    { provide: SHOWN_METRICS, useClass: PublishedDashboards },
    { provide: CERTIFIED_SOURCES, useClass: CertSources },
    { provide: QUERY_POOL, useClass: ComputeQueryPool },
  ],
  exports: [METRIC_STORE, CERTIFIED_SOURCES, QUERY_POOL, ReadMetrics, PrepareQuery, QueryMetric],
})
export class MetricModule {}
