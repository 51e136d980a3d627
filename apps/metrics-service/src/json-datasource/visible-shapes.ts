import { Inject, Injectable } from '@nestjs/common';
import { type Principal, ProblemError } from '@svc/contracts';
import type { MetricShape } from '../metric/metric';
import { shapeIn } from '../metric/metric-change';
import { METRIC_STORE, type MetricStore } from '../metric/metric.ports';
import { ReadMetrics } from '../metric/read-metrics';

/** What may be asked of the metrics that somebody sees. */
@Injectable()
export class VisibleShapes {
  constructor(
    @Inject(METRIC_STORE) private readonly metrics: MetricStore,
    private readonly reading: ReadMetrics,
  ) {}

  async of(name: string, _principal: Principal): Promise<MetricShape> {
    const { definition } = await this.reading.get(name);
    return shapeIn(await this.metrics.withOperands(name), definition);
  }

  /** A metric whose operands are gone has none, and is left out. */
  async all(_principal: Principal): Promise<MetricShape[]> {
    const catalogue = await this.metrics.catalogue();
    return [...catalogue.values()].flatMap(({ definition }) => {
      try {
        return [shapeIn(catalogue, definition)];
      } catch (error) {
        if (error instanceof ProblemError) return [];
        throw error;
      }
    });
  }
}
