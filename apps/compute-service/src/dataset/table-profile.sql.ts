import type { Column } from '@svc/contracts';
import { identifier, literal } from '@svc/duckdb-sql';

/** The name under which the statements below read their table. */
export const PROFILED = 'profiled';
/** Longest text that a profile shows. */
const MAX_LENGTH = 200;
const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95];
/** Values per column that {@link summaryOf} returns. */
export const SUMMARY_WIDTH = 6;

/** One scan: for each column the number of present values, approximate distinct count, minimum, maximum, mean, quantiles. */
export function summaryOf(columns: readonly Column[]): string {
  const parts = columns.flatMap(({ name, type }) => {
    const column = identifier(name);
    const shown = type === 'string' ? `left(${column}, ${String(MAX_LENGTH)})` : column;
    // Over finite values: quantiles have no place for an infinity, and JSON has no form for it.
    const finite = isNumber(type)
      ? `CASE WHEN isfinite(CAST(${column} AS DOUBLE)) THEN CAST(${column} AS DOUBLE) END`
      : null;
    return [
      `count(${column})`,
      `approx_count_distinct(${column})`,
      `min(${shown})`,
      `max(${shown})`,
      finite === null ? 'NULL' : `avg(${finite})`,
      finite === null ? 'NULL' : `to_json(approx_quantile(${finite}, [${QUANTILES.join(', ')}]))`,
    ];
  });
  return `SELECT ${parts.join(', ')} FROM ${PROFILED}`;
}

/** The most frequent values of some columns: column, value, count; ties ordered by value, so that the result is deterministic. */
export function topValuesOf(columns: readonly Column[], each: number): string {
  const parts = columns.map(({ name, type }, at) => {
    const column = identifier(name);
    const shown = type === 'string' ? `left(${column}, ${String(MAX_LENGTH)})` : `CAST(${column} AS VARCHAR)`;
    return `(SELECT ${literal(String(at))} AS at, ${shown} AS value, count(*) AS n FROM ${PROFILED} WHERE ${column} IS NOT NULL GROUP BY ${column} ORDER BY n DESC, ${column} LIMIT ${String(each)})`;
  });
  return parts.join(' UNION ALL ');
}

export function isNumber(type: string): boolean {
  return type === 'integer' || type === 'number' || type.startsWith('decimal');
}
