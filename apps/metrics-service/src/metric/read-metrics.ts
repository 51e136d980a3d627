import { Inject, Injectable } from '@nestjs/common';
import { didYouMeanOrStop } from '@svc/closest-name';
import { type exportMetric, type Principal, ProblemError, type ResponseOf } from '@svc/contracts';
import { type Clock, CLOCK, exportHead, keyBefore, type Page, pageOf } from '@svc/platform';
import { METRIC_STORE, type MetricStore, type MetricVersion } from './metric.ports';
import type { StoredMetric } from './definition/stored-metric';

/**
 * Definitions and their history, for readers; `not-found` also for callers who may not see them. Every access goes
 * through here.
 */
@Injectable()
export class ReadMetrics {
  constructor(
    @Inject(METRIC_STORE) private readonly metrics: MetricStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(limit: number, cursor: string | undefined, who: Principal): Promise<Page<StoredMetric>> {
    return pageOf(
      await this.metrics.page(keyBefore(cursor), limit + 1, who),
      limit,
      (it) => it.name,
      (it) => it,
    );
  }

  async get(name: string, who: Principal): Promise<StoredMetric> {
    return (await this.metrics.find(name, who)) ?? (await this.refuseUnknown(name, who));
  }

  /** Also of a deleted metric: the meaning of past numbers stays available. */
  async history(name: string, who: Principal): Promise<{ items: MetricVersion[] }> {
    const items = await this.metrics.history(name, who);
    return items.length > 0 ? { items: [...items] } : this.refuseUnknown(name, who);
  }

  /** The metric with its whole history, as a self-contained document. */
  async export(name: string, who: Principal): Promise<ResponseOf<typeof exportMetric>> {
    const metric = await this.get(name, who);
    return {
      ...exportHead('metric', metric, this.clock.now()),
      metric,
      history: [...(await this.metrics.history(name, who))],
    };
  }

  /** Throws `not-found`, suggesting the closest name that the caller may see. */
  async refuseUnknown(name: string, who: Principal): Promise<never> {
    throw new ProblemError(
      'not-found',
      `There is no metric "${name}"${didYouMeanOrStop(name, await this.metrics.names(who))}List them with "svc metric list".`,
    );
  }
}
