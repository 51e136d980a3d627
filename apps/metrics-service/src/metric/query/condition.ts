import type { MetricCondition, MetricFilter } from '@svc/contracts';
import { refuse } from '../definition/compile-refusal';

/** One filter of a query, wherever it stands. */
export interface PlacedFilter {
  readonly filter: MetricFilter;
  /** `/body/filters/0/or/1`. */
  readonly pointer: string;
  /** True at the top level, where every row must pass it. */
  readonly required: boolean;
}

const MAX_DEPTH = 8;
const MAX_FILTERS = 200;

/** Every filter in the conditions, in order. Refuses excessive nesting and numbers of conditions. */
export function filtersIn(conditions: readonly MetricCondition[]): readonly PlacedFilter[] {
  const found = conditions.flatMap((it, index) => leaves(it, `/body/filters/${index}`, 1));
  if (found.length > MAX_FILTERS)
    throw refuse('invalid-request', '/body/filters', `have ${found.length} filters; the maximum is ${MAX_FILTERS}`);
  return found;
}

function leaves(condition: MetricCondition, pointer: string, depth: number): readonly PlacedFilter[] {
  if (depth > MAX_DEPTH) throw refuse('invalid-request', pointer, `is nested deeper than ${MAX_DEPTH}`);
  if ('and' in condition) return condition.and.flatMap((it, index) => leaves(it, `${pointer}/and/${index}`, depth + 1));
  if ('or' in condition) return condition.or.flatMap((it, index) => leaves(it, `${pointer}/or/${index}`, depth + 1));
  if ('not' in condition) return leaves(condition.not, `${pointer}/not`, depth + 1);
  return [{ filter: condition, pointer, required: depth === 1 }];
}

/** A condition as SQL over the SQL of its filters. `not` keeps exactly the rows that its inside drops, missing values included. */
export function conditionSql(
  condition: MetricCondition,
  pointer: string,
  filterSql: (filter: MetricFilter, pointer: string) => string,
): string {
  const joined = (parts: readonly MetricCondition[], word: 'and' | 'or'): string =>
    `(${parts.map((it, index) => conditionSql(it, `${pointer}/${word}/${index}`, filterSql)).join(` ${word.toUpperCase()} `)})`;
  if ('and' in condition) return joined(condition.and, 'and');
  if ('or' in condition) return joined(condition.or, 'or');
  if ('not' in condition) return `(${conditionSql(condition.not, `${pointer}/not`, filterSql)}) IS NOT TRUE`;
  return filterSql(condition, pointer);
}
