import { Inject, Injectable } from '@nestjs/common';
import type { AccessState, RequestOf, shareMetric } from '@svc/contracts';
import { type CallContext, ObjectSharing, OwnFacts } from '@svc/platform';
import { METRIC_STORE, type MetricStore } from './metric.ports';
import { ReadMetrics } from './read-metrics';

/** Changes a metric's visibility and owner. */
@Injectable()
export class ShareMetric extends ObjectSharing {
  constructor(
    reading: ReadMetrics,
    @Inject(METRIC_STORE) metrics: MetricStore,
    private readonly facts: OwnFacts,
  ) {
    super('metric', { find: (name, who) => reading.get(name, who), share: (...change) => metrics.share(...change) });
  }

  override share(request: RequestOf<typeof shareMetric>, context: CallContext): Promise<AccessState> {
    return this.facts.beforeRefusing([request.params.name], () => super.share(request, context));
  }
}
