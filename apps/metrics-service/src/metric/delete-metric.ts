import { Inject, Injectable } from '@nestjs/common';
import { type CallContext, type Clock, CLOCK } from '@svc/platform';
import { decideDelete } from './definition/metric-change';
import { METRIC_STORE, type MetricStore, SHOWN_METRICS, type ShownMetrics } from './metric.ports';

/** Deletes a metric that no other metric uses and no published dashboard shows. Its history stays. */
@Injectable()
export class DeleteMetric {
  constructor(
    @Inject(METRIC_STORE) private readonly metrics: MetricStore,
    @Inject(SHOWN_METRICS) private readonly shown: ShownMetrics,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async delete(name: string, ifMatch: string | undefined, context: CallContext): Promise<{ deleted: true }> {
    const request = { name, who: context.principal, now: this.clock.now(), ifMatch };
    const dashboards = await this.shown.on(name);
    await this.metrics.change([name], (catalogue) => [decideDelete(request, catalogue, dashboards)]);
    return { deleted: true };
  }
}
