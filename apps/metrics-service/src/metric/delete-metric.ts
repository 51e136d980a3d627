import { Inject, Injectable } from '@nestjs/common';
import type { CallContext } from '@svc/platform';
import { CLOCK, type Clock } from '../clock';
import { decideDelete } from './metric-change';
import { METRIC_STORE, type MetricStore } from './metric.ports';

/** Deletes a metric that no other is made of. Its history stays. */
@Injectable()
export class DeleteMetric {
  constructor(
    @Inject(METRIC_STORE) private readonly metrics: MetricStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async delete(name: string, ifMatch: string | undefined, context: CallContext): Promise<{ deleted: true }> {
    const request = { name, who: context.principal, now: this.clock.now(), ifMatch };
    await this.metrics.change([name], (catalogue) => [decideDelete(request, catalogue)]);
    return { deleted: true };
  }
}
