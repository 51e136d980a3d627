import { Inject, Injectable } from '@nestjs/common';
import { ObjectSharing } from '@svc/platform';
import { METRIC_STORE, type MetricStore } from './metric.ports';
import { ReadMetrics } from './read-metrics';

/** Says who sees a metric, and whose it is. */
@Injectable()
export class ShareMetric extends ObjectSharing {
  constructor(reading: ReadMetrics, @Inject(METRIC_STORE) metrics: MetricStore) {
    super('metric', { find: (name, who) => reading.get(name, who), share: (...change) => metrics.share(...change) });
  }
}
