import type { CertifiedTable } from '@svc/certified-data';
import type { MetricQuery } from '@svc/contracts';
import { LRUCache } from 'lru-cache';
import type { MetricShape } from '../definition/metric';
import type { StoredMetric } from '../definition/stored-metric';
import { isRelative } from '../filter/date-window';
import { readOperator } from '../filter/operator';
import { filtersIn } from './condition';
import type { CompiledQuery } from './metric-query.sql';

const MAX_SHAPES = 1_000;
const MAX_CHARS = 16 * 1024 * 1024;

/** A question about a metric, and the tables that its statement reads. */
export interface PlanQuestion {
  readonly metric: string;
  readonly query: MetricQuery;
  readonly tables: ReadonlyMap<string, CertifiedTable>;
}

/**
 * What metrics and questions about them were compiled to, by all that it depends on: definitions by their hashes, the tables
 * with their columns by their content, and the question. Nothing goes stale: another definition, or other rows, make
 * another key. A question about "the last seven days" is compiled every time, since its bounds depend on when it is asked.
 */
export class CompiledPlans {
  private readonly shapes = new LRUCache<string, MetricShape>({ max: MAX_SHAPES });
  private readonly plans = new LRUCache<string, CompiledQuery>({ maxSize: MAX_CHARS });

  /** `metric` is {@link metricKey}. */
  shape(metric: string, resolve: () => MetricShape): MetricShape {
    const known = this.shapes.get(metric);
    if (known !== undefined) return known;
    const shape = resolve();
    this.shapes.set(metric, shape);
    return shape;
  }

  compiled({ metric, query, tables }: PlanQuestion, compile: () => CompiledQuery): CompiledQuery {
    const over = [...tables].map(([source, { table }]) => [source, table.object]);
    const key = JSON.stringify([metric, query, over]);
    const known = this.plans.get(key);
    if (known !== undefined) return known;
    const plan = compile();
    if (!dependsOnNow(query)) this.plans.set(key, plan, { size: key.length + plan.text.length });
    return plan;
  }
}

/** A metric as it is defined now, with its operands. */
export function metricKey(name: string, definitions: ReadonlyMap<string, Pick<StoredMetric, 'name' | 'etag'>>): string {
  const made = [...definitions.values()].map((it) => `${it.name} ${it.etag}`).sort();
  return JSON.stringify([name, ...made]);
}

function dependsOnNow({ filters }: MetricQuery): boolean {
  return filtersIn(filters).some(({ filter }) => {
    const operator = readOperator(filter.op);
    return !('unknown' in operator) && isRelative(operator.test);
  });
}
