import type { Block } from './block.sql';
import { measureId } from './block.sql';
import { isAddable, merged, whole } from './measure.sql';
import type { Measure } from '../definition/metric';
import type { QueryPlan } from './query-plan';
import type { TimeAxis } from './time-axis';

/** The input of a running total: a part that is aggregated per unit of time, and the columns of its measures. */
export interface RunningBlock {
  readonly plan: QueryPlan;
  readonly axis: TimeAxis;
  readonly part: string;
  readonly measures: readonly { readonly measure: Measure; readonly column: string }[];
}

/** True when a running value is the previous one plus the period's; else each period needs all its rows again. */
export function canRun(measure: Measure): boolean {
  return measure.window?.kind === 'so-far' && isAddable(measure);
}

/**
 * Running totals in one pass over the periods: joining each with all before it would be quadratic.
 * A group exists from its first row on; earlier rows than the first period shown count in that one.
 */
export function runningBlock(
  { plan, axis, part, measures }: RunningBlock,
  name: string,
): { readonly part: string; readonly block: Block } {
  const dimensions = plan.keys.flatMap((key, at) => (key.kind === 'time' ? [] : [`k${at}`]));
  const listed = dimensions.map((it) => `${it}, `).join('');
  const groups = ['1', ...dimensions].map((_, at) => String(at + 1)).join(', ');
  const own = `SELECT GREATEST(${axis.start('u')}, (SELECT MIN(k) FROM _s)) AS k, ${listed}${measures.map((it) => `${merged(it.measure, it.column)} AS ${it.column}`).join(', ')}\nFROM ${part}\nGROUP BY ${groups}`;
  const first = `SELECT ${listed}MIN(k) AS first FROM _own${name}${dimensions.length === 0 ? '' : ` GROUP BY ${dimensions.join(', ')}`}`;
  const same = dimensions.map((it) => ` AND r.${it} IS NOT DISTINCT FROM g.${it}`).join('');
  const partition = dimensions.length === 0 ? '' : `PARTITION BY ${dimensions.map((it) => `g.${it}`).join(', ')} `;
  const over = ` OVER (${partition}ORDER BY s.k ROWS UNBOUNDED PRECEDING)`;
  const keys = plan.keys.map((key, at) => (key.kind === 'time' ? `s.k AS k${at}` : `g.k${at} AS k${at}`));
  const values = measures.map((it) => `${whole(it.measure, `r.${it.column}`, over)} AS ${it.column}`);
  return {
    part: [
      `_own${name} AS (\n${own}\n)`,
      `${name} AS (\nSELECT ${[...keys, ...values].join(',\n  ')}\nFROM _s AS s JOIN (${first}) AS g ON g.first <= s.k LEFT JOIN _own${name} AS r ON r.k = s.k${same}\n)`,
    ].join(', '),
    block: { name, measures: new Map(measures.map((it) => [measureId(it.measure), it.column])) },
  };
}
