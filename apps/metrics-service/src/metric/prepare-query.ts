import { Inject, Injectable } from '@nestjs/common';
import { CERTIFIED_SOURCES, type CertifiedSources, type CertifiedTable, requireCertified } from '@svc/certified-data';
import { type MetricQuery, ProblemError } from '@svc/contracts';
import { type CallContext, type Clock, CLOCK } from '@svc/platform';
import { columnsOf } from './definition/columns-of';
import { checkOperands } from './definition/check-definition';
import { sourcesOf } from './definition/metric';
import { shapeOf } from './definition/metric-shape';
import { definitionsOf } from './definition/metric-change';
import { type CompiledQuery, compileMetricQuery } from './query/metric-query.sql';
import { METRIC_STORE, type MetricStore } from './metric.ports';
import { ReadMetrics } from './read-metrics';

/** A query that may run now: its SQL, and its certified tables, the numerator's first. */
export interface PreparedQuery {
  readonly compiled: CompiledQuery;
  readonly tables: ReadonlyMap<string, CertifiedTable>;
}

/** Everything before running a metric query. Certification is checked every time. */
@Injectable()
export class PrepareQuery {
  constructor(
    @Inject(METRIC_STORE) private readonly metrics: MetricStore,
    @Inject(CERTIFIED_SOURCES) private readonly sources: CertifiedSources,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly read: ReadMetrics,
  ) {}

  async prepare(name: string, query: MetricQuery, context: CallContext): Promise<PreparedQuery> {
    const catalogue = await this.metrics.withOperands(name, context.principal);
    const definitions = definitionsOf(catalogue);
    const definition = definitions.get(name) ?? (await this.read.refuseUnknown(name, context.principal));
    const result = shapeOf(definition, definitions);
    if (!result.ok)
      throw new ProblemError('conflict', `"${name}" cannot be computed now: ${result.errors[0]?.message ?? ''}`);
    const names = sourcesOf(result.shape);
    const tables = requireCertified(names, await this.sources.resolve(names, context));
    const moved = checkOperands(definition, result.shape, definitions, columnsOf(tables));
    if (moved.length > 0)
      throw new ProblemError(
        'conflict',
        `The source has changed since "${name}" was defined: ${moved.join('; ')}. Define it again.`,
      );
    return { compiled: compileMetricQuery(result.shape, query, columnsOf(tables), this.clock.now()), tables };
  }
}
