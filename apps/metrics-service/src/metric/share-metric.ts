import { Inject, Injectable } from '@nestjs/common';
import type { AccessChange, AccessState, Principal } from '@svc/contracts';
import { accessState, sharedAccess, sharedMeanwhile } from '@svc/platform';
import { METRIC_STORE, type MetricStore } from './metric.ports';
import { ReadMetrics } from './read-metrics';

/** Says who sees a metric, and whose it is. */
@Injectable()
export class ShareMetric {
  constructor(
    private readonly reading: ReadMetrics,
    @Inject(METRIC_STORE) private readonly metrics: MetricStore,
  ) {}

  async get(name: string, who: Principal): Promise<AccessState> {
    return accessState(await this.reading.get(name, who));
  }

  /** Of several at once that have read the same, one wins. */
  async share(name: string, change: AccessChange, ifMatch: string | undefined, who: Principal): Promise<AccessState> {
    const what = `metric "${name}"`;
    const before = await this.reading.get(name, who);
    const after = sharedAccess(what, before, { change, ifMatch, who });
    if (!(await this.metrics.share(name, after, before))) throw sharedMeanwhile(what);
    return accessState(after);
  }
}
