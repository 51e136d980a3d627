import { Inject, Injectable } from '@nestjs/common';
import { type exportMetric, type Metric, ProblemError, type ResponseOf } from '@svc/contracts';
import { CLOCK, type Clock } from '../clock';
import { didYouMean } from './closest-name';
import { METRIC_STORE, type MetricStore, type MetricVersion } from './metric.ports';

/** Definitions and their history, for readers. */
@Injectable()
export class ReadMetrics {
  constructor(
    @Inject(METRIC_STORE) private readonly metrics: MetricStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(limit: number, cursor: string | undefined): Promise<{ items: Metric[]; next_cursor: string | null }> {
    const found = await this.metrics.page(cursor ?? null, limit + 1);
    const items = found.slice(0, limit);
    return { items, next_cursor: found.length > limit ? (items.at(-1)?.name ?? null) : null };
  }

  async get(name: string): Promise<Metric> {
    return (await this.metrics.find(name)) ?? (await this.refuseUnknown(name));
  }

  /** Of a deleted metric too: what its numbers meant does not go away with it. */
  async history(name: string): Promise<{ items: MetricVersion[] }> {
    const items = await this.metrics.history(name);
    return items.length > 0 ? { items: [...items] } : this.refuseUnknown(name);
  }

  /** The metric with its whole history, as a document that stands on its own. */
  async export(name: string): Promise<ResponseOf<typeof exportMetric>> {
    const metric = await this.get(name);
    return { schema: 'svc.export/v1', kind: 'metric', created_at: this.clock.now().toISOString(), metric, history: [...(await this.metrics.history(name))] };
  }

  /** Throws `not-found`, naming the metric that was probably meant. */
  async refuseUnknown(name: string): Promise<never> {
    throw new ProblemError('not-found', `There is no metric "${name}"; ${didYouMean(name, await this.metrics.names())}list them with "svc metric list".`);
  }
}
