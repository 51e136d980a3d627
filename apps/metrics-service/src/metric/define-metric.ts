import { Inject, Injectable } from '@nestjs/common';
import { CERTIFIED_SOURCES, type CertifiedSources, requireCertified } from '@svc/certified-data';
import type { checkMetric, Metric, MetricDefinition, ResponseOf } from '@svc/contracts';
import { type CallContext, type Clock, CLOCK } from '@svc/platform';
import { columnsOf } from './definition/columns-of';
import { refuse } from './definition/compile-refusal';
import type { SourceColumns } from './definition/check-definition';
import { type MetricShape, sourcesOf } from './definition/metric';
import { type ChangeRequest, decidePut, definitionsOf, seenIn, shapeIn } from './definition/metric-change';
import { METRIC_STORE, type MetricStore } from './metric.ports';
import { refuseUnstorable } from './definition/storable-definition';

/** Creates or replaces a metric. Repeating the same definition changes nothing and adds no history. */
@Injectable()
export class DefineMetric {
  constructor(
    @Inject(METRIC_STORE) private readonly metrics: MetricStore,
    @Inject(CERTIFIED_SOURCES) private readonly sources: CertifiedSources,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async define(
    name: string,
    definition: MetricDefinition,
    { ifMatch, said }: Pick<ChangeRequest, 'ifMatch' | 'said'>,
    context: CallContext,
  ): Promise<Metric> {
    const { columns } = await this.resolve(name, definition, context);
    const request = { name, who: context.principal, now: this.clock.now(), ifMatch, said };
    const [change] = await this.metrics.change([name], (catalogue, past) => [
      decidePut(definition, columns, request, catalogue, past(name)),
    ]);
    if (change === undefined) throw new Error('a change was decided and is not there');
    return change.metric;
  }

  /** All of defining except saving. */
  async check(
    name: string,
    definition: MetricDefinition,
    context: CallContext,
  ): Promise<ResponseOf<typeof checkMetric>> {
    const { shape, columns } = await this.resolve(name, definition, context);
    const request = { name, who: context.principal, now: this.clock.now() };
    const change = await this.metrics.consider([name], (catalogue, past) => {
      const ifMatch = seenIn(catalogue, name, context.principal) === undefined ? undefined : '*';
      return decidePut(definition, columns, { ...request, ifMatch }, catalogue, past(name));
    });
    const time = shape.time === null ? [] : [shape.time.name];
    return {
      change: change.kind === 'save' ? change.change : '',
      dimensions: [...shape.dimensions, ...time],
      sources: [...sourcesOf(shape)],
    };
  }

  /** Resolved outside the change, so that a slow answer holds no lock; the change checks the operands again. */
  private async resolve(
    name: string,
    definition: MetricDefinition,
    context: CallContext,
  ): Promise<{ readonly shape: MetricShape; readonly columns: SourceColumns }> {
    if (definition.name !== name)
      throw refuse('invalid-metric', '/body/name', `is "${definition.name}", but the path says "${name}"`);
    refuseUnstorable(definition);
    const shape = shapeIn(definitionsOf(await this.metrics.catalogue(context.principal)), definition);
    const sources = sourcesOf(shape);
    return { shape, columns: columnsOf(requireCertified(sources, await this.sources.resolve(sources, context))) };
  }
}
