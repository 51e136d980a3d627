import { Inject, Injectable } from '@nestjs/common';
import { type AccessChange, type AccessState, type Principal, ProblemError } from '@svc/contracts';
import { accessState, sharedAccess } from '../access/object-access';
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
    const before = await this.reading.get(name, who);
    const after = sharedAccess(`metric "${name}"`, before, change, ifMatch, who);
    const shared = await this.metrics.share(name, after, before);
    if (!shared) throw new ProblemError('precondition-failed', `Who sees metric "${name}" was changed by somebody else a moment ago. Read it again and decide.`);
    return accessState(after);
  }
}
