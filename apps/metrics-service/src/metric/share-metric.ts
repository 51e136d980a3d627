import { Inject, Injectable } from '@nestjs/common';
import { ObjectSharing } from '@svc/platform';
import { METRIC_STORE, type MetricStore } from './metric.ports';
import { ReadMetrics } from './read-metrics';

/** Changes a metric's visibility and owner. */
@Injectable()
export class ShareMetric extends ObjectSharing {
  constructor(reading: ReadMetrics, @Inject(METRIC_STORE) metrics: MetricStore) {
    super('metric', { find: (name, who) => reading.get(name, who), share: (...change) => metrics.share(...change) });
  }
}
