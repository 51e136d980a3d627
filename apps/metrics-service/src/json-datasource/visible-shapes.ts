import { Inject, Injectable } from '@nestjs/common';
import { type Principal, ProblemError } from '@svc/contracts';
import type { MetricShape } from '../metric/definition/metric';
import { definitionsOf, shapeIn } from '../metric/definition/metric-change';
import { METRIC_STORE, type MetricStore } from '../metric/metric.ports';
import { ReadMetrics } from '../metric/read-metrics';

/** The possible queries of the metrics that a caller may see. */
@Injectable()
export class VisibleShapes {
  constructor(
    @Inject(METRIC_STORE) private readonly metrics: MetricStore,
    private readonly reading: ReadMetrics,
  ) {}

  async of(name: string, principal: Principal): Promise<MetricShape> {
    const seen = await this.metrics.withOperands(name, principal);
    const { definition } = seen.get(name) ?? (await this.reading.refuseUnknown(name, principal));
    return shapeIn(definitionsOf(seen), definition);
  }

  /** A metric with missing or hidden operands has none, and is left out. */
  async all(principal: Principal): Promise<MetricShape[]> {
    const definitions = definitionsOf(await this.metrics.catalogue(principal));
    return [...definitions.values()].flatMap((definition) => {
      try {
        return [shapeIn(definitions, definition)];
      } catch (error) {
        if (error instanceof ProblemError) return [];
        throw error;
      }
    });
  }
}
