import { Inject, Injectable } from '@nestjs/common';
import { CERTIFIED_SOURCES, type CertifiedSources, type CertifiedTable, requireCertified } from '@svc/certified-data';
import { type MetricQuery, ProblemError } from '@svc/contracts';
import { type CallContext, type Clock, CLOCK } from '@svc/platform';
import { columnsOf } from './definition/columns-of';
import { checkOperands, type SourceColumns } from './definition/check-definition';
import { type Definitions, type MetricShape, sourcesOf } from './definition/metric';
import { shapeOf } from './definition/metric-shape';
import { definitionsOf } from './definition/metric-change';
import { CompiledPlans, metricKey } from './query/compiled-plans';
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
    private readonly plans: CompiledPlans,
  ) {}

  async prepare(name: string, query: MetricQuery, context: CallContext): Promise<PreparedQuery> {
    const catalogue = await this.metrics.withOperands(name, context.principal);
    if (!catalogue.has(name)) await this.read.refuseUnknown(name, context.principal);
    const metric = metricKey(name, catalogue);
    const shape = this.plans.shape(metric, () => resolvedShape(name, definitionsOf(catalogue)));
    const names = sourcesOf(shape);
    const tables = requireCertified(names, await this.sources.resolve(names, context));
    const compiled = this.plans.compiled({ metric, query, tables }, () => {
      const columns = columnsOf(tables);
      requireUnmoved(name, shape, definitionsOf(catalogue), columns);
      return compileMetricQuery(shape, query, columns, this.clock.now());
    });
    return { compiled, tables };
  }
}

function resolvedShape(name: string, definitions: Definitions): MetricShape {
  const definition = definitions.get(name);
  if (definition === undefined) throw new Error(`there is no definition of "${name}"`);
  const result = shapeOf(definition, definitions);
  if (result.ok) return result.shape;
  throw new ProblemError('conflict', `"${name}" cannot be computed now: ${result.errors[0]?.message ?? ''}`);
}

/** Refuses a metric whose source has changed since it was defined. */
function requireUnmoved(name: string, shape: MetricShape, definitions: Definitions, columns: SourceColumns): void {
  const definition = definitions.get(name);
  const moved = definition === undefined ? [] : checkOperands(definition, shape, definitions, columns);
  if (moved.length > 0)
    throw new ProblemError(
      'conflict',
      `The source has changed since "${name}" was defined: ${moved.join('; ')}. Define it again.`,
    );
}
