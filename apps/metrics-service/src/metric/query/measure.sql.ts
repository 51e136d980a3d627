import { identifier } from '@svc/duckdb-sql';
import type { Measure } from '../definition/metric';

/** A measure as an aggregate over the rows of its source, which is `s`. */
export function aggregate(measure: Measure): string {
  if (measure.column === null) return 'COUNT(*)';
  const column = columnOf(measure);
  switch (measure.agg) {
    case 'sum':
      return `SUM(${column})`;
    case 'average':
      return `AVG(${column})`;
    case 'count':
      // Counts rows with a value, not all rows.
      return `COUNT(${column})`;
    case 'count_distinct':
      return `COUNT(DISTINCT ${column})`;
    case 'min':
      return `MIN(${column})`;
    case 'max':
      return `MAX(${column})`;
    case 'median':
      // DuckDB truncates the median of a DECIMAL to its scale: 1.12 for 1.125.
      return `MEDIAN(CAST(${column} AS DOUBLE))`;
  }
}

/** What must be stored per short interval so that the measure of any longer one can be computed from it exactly. */
export function partial(measure: Measure): string {
  if (measure.column === null) return 'COUNT(*)';
  const column = columnOf(measure);
  switch (measure.agg) {
    case 'average':
      return `{'total': SUM(${column}), 'n': COUNT(${column})}`;
    case 'count_distinct':
      return `LIST(DISTINCT ${column}) FILTER (WHERE ${column} IS NOT NULL)`;
    case 'median':
      return `LIST(CAST(${column} AS DOUBLE)) FILTER (WHERE ${column} IS NOT NULL)`;
    default:
      return aggregate(measure);
  }
}

/** True when a longer interval needs only a number or two of each shorter one. */
export function isAddable({ agg }: Measure): boolean {
  return agg !== 'count_distinct' && agg !== 'median';
}

/** Combines parts of an additive measure. */
export function merged(measure: Measure, part: string): string {
  if (measure.agg === 'average') return `{'total': SUM(${part}.total), 'n': SUM(${part}.n)}`;
  return measure.agg === 'min' || measure.agg === 'max' ? `${measure.agg.toUpperCase()}(${part})` : `SUM(${part})`;
}

/** The measure of an interval from its parts. `over` turns the aggregates of an additive one into window functions. */
export function whole(measure: Measure, part: string, over = ''): string {
  switch (measure.agg) {
    case 'average':
      return `(CAST(SUM(${part}.total)${over} AS DOUBLE) / NULLIF(SUM(${part}.n)${over}, 0))`;
    case 'count':
      return `COALESCE(SUM(${part})${over}, 0)`;
    case 'count_distinct':
      // count() is unsigned and could not be negated.
      return `COALESCE(CAST(LIST_UNIQUE(FLATTEN(LIST(${part}) FILTER (WHERE ${part} IS NOT NULL))) AS BIGINT), 0)`;
    case 'median':
      // Not list_aggregate: an aggregate named by a string might be any, so such an answer is never cached.
      return `LIST_MEDIAN(FLATTEN(LIST(${part}) FILTER (WHERE ${part} IS NOT NULL)))`;
    case 'sum':
    case 'min':
    case 'max':
      return `${measure.agg.toUpperCase()}(${part})${over}`;
  }
}

/** A measure of a group without rows in its source. */
export function whenAbsent(measure: Measure, value: string): string {
  return measure.agg === 'count' || measure.agg === 'count_distinct' ? `COALESCE(${value}, 0)` : value;
}

function columnOf(measure: Measure): string {
  return `s.${identifier(measure.column ?? '')}`;
}
