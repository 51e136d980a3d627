import { Module } from '@nestjs/common';
import { CERTIFIED_SOURCES, CertSources } from '@svc/certified-data';
import { CONFIG, PlatformMetrics, sharingController } from '@svc/platform';
import type { Config } from '../config';
import { ComputeQueryPool } from './adapters/compute-query-pool';
import { ComputeQueryRecords } from './adapters/compute-query-records';
import { PostgresMetricStore } from './adapters/postgres-metric-store';
import { PublishedDashboards } from './adapters/published-dashboards';
import { AnswerWhatIsKnown } from './answer/answer-what-is-known';
import { KnownAnswers } from './answer/known-answers';
import { watchAnswers } from './answer/watch-answers';
import { DefineMetric } from './define-metric';
import { DeleteMetric } from './delete-metric';
import { MetricController } from './metric.controller';
import { COMPUTING_POOL, METRIC_STORE, QUERY_POOL, QUERY_RECORDS, SHOWN_METRICS } from './metric.ports';
import { PrepareQuery } from './prepare-query';
import { CompiledPlans } from './query/compiled-plans';
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
    CompiledPlans,
    { provide: KnownAnswers, useFactory: openAnswers, inject: [CONFIG, PlatformMetrics] },
    { provide: QUERY_POOL, useClass: AnswerWhatIsKnown },
    { provide: COMPUTING_POOL, useClass: ComputeQueryPool },
    { provide: QUERY_RECORDS, useClass: ComputeQueryRecords },
  ],
  exports: [METRIC_STORE, CERTIFIED_SOURCES, QUERY_POOL, ReadMetrics, PrepareQuery, QueryMetric],
})
export class MetricModule {}

function openAnswers(config: Config, metrics: PlatformMetrics): KnownAnswers {
  const answers = new KnownAnswers(config.SVC_METRIC_CACHE_MB * 1024 * 1024);
  watchAnswers(metrics.registry, answers);
  return answers;
}
