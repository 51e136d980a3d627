import { identifier } from '@svc/duckdb-sql';
import { conditionSql } from './condition';
import { compileFilter } from '../filter/filter.sql';
import { aggregate } from './measure.sql';
import type { Measure } from '../definition/metric';
import { columnNamed, placeOf, reference, type QueryPlan, type Scan } from './query-plan';

/** A named part of the statement that has the keys `k0`, `k1` … of its groups and some measures: all of one source, or joined. */
export interface Block {
  readonly name: string;
  readonly measures: ReadonlyMap<string, string>;
}

/** Identifies a measure by what it computes: two metrics may share one. */
export function measureId(measure: Measure): string {
  return JSON.stringify([measure.source, measure.timeColumn, measure.agg, measure.column, measure.window]);
}

/** The measures of a list, each once. */
export function distinctMeasures(measures: readonly Measure[]): readonly Measure[] {
  return [...new Map(measures.map((it) => [measureId(it), it])).values()];
}

/** One expression per group key, in order; periods as points of the axis. */
export function keyExpressions(plan: QueryPlan, scan: Scan): readonly string[] {
  return plan.keys.map((key) => {
    const column = columnNamed(plan, scan, key.name);
    return key.kind === 'time' && plan.axis !== null
      ? plan.axis.start(plan.axis.of(column, reference(column)))
      : reference(column);
  });
}

/** The rows of a scan that pass every filter. */
export function filteredRows(plan: QueryPlan, scan: Scan): string {
  const conditions = plan.query.filters.map((condition, index) =>
    conditionSql(condition, `/body/filters/${index}`, (filter, pointer) =>
      compileFilter(filter, placeOf(plan, scan, filter, pointer)),
    ),
  );
  return fromWhere(scan, conditions);
}

/** `FROM` the source, `WHERE` all of the conditions hold. */
export function fromWhere(scan: Scan, conditions: readonly string[]): string {
  return `FROM ${identifier(scan.source)} AS s${conditions.length === 0 ? '' : `\nWHERE ${conditions.join('\n  AND ')}`}`;
}

/** `GROUP BY` the first columns selected; with totals also the empty grouping set. */
export function groupBy(plan: QueryPlan): string {
  const positions = plan.keys.map((_, index) => String(index + 1)).join(', ');
  if (positions === '') return '';
  return plan.totals ? `\nGROUP BY GROUPING SETS ((${positions}), ())` : `\nGROUP BY ${positions}`;
}

/** 1 in the totals row, 0 in the others. */
export function totalsMark(plan: QueryPlan, keys: readonly string[]): readonly string[] {
  return plan.totals ? [`LEAST(GROUPING(${keys[0]}), 1)`] : [];
}

/** Each source aggregated alone. */
export function plainBlocks(plan: QueryPlan): { readonly parts: readonly string[]; readonly blocks: readonly Block[] } {
  let count = 0;
  const made = plan.scans.map((scan, index) => {
    const keys = keyExpressions(plan, scan);
    const measures = distinctMeasures(scan.measures).map((measure) => ({ measure, name: `a${count++}` }));
    const selected = [
      ...keys.map((key, at) => `${key} AS k${at}`),
      ...totalsMark(plan, keys).map((it) => `${it} AS t`),
      ...measures.map((it) => `${aggregate(it.measure)} AS ${it.name}`),
    ];
    // A derivation's name never starts with an underscore, so these names hide no source.
    const name = `_m${index}`;
    return {
      part: `${name} AS (\nSELECT ${selected.join(',\n  ')}\n${filteredRows(plan, scan)}${groupBy(plan)}\n)`,
      block: { name, measures: new Map(measures.map((it) => [measureId(it.measure), it.name])) },
    };
  });
  return { parts: made.map((it) => it.part), blocks: made.map((it) => it.block) };
}

/** Joins blocks on every key, NULL equal to NULL, so that a group found in only one of them stays. */
export function joinBlocks(
  plan: QueryPlan,
  blocks: readonly Block[],
): { readonly parts: readonly string[]; readonly joined: Block } {
  const [first, ...others] = blocks;
  if (first === undefined) throw new Error('there is nothing to join');
  const keys = [...plan.keys.map((_, at) => `k${at}`), ...(plan.totals ? ['t'] : [])];
  const parts: string[] = [];
  let joined = first;
  for (const [index, right] of others.entries()) {
    const name = `_j${index}`;
    const measures = new Map([...joined.measures, ...right.measures]);
    const selected = [...keys.map((key) => `COALESCE(l.${key}, r.${key}) AS ${key}`), ...measures.values()];
    const on = keys.map((key) => `l.${key} IS NOT DISTINCT FROM r.${key}`).join(' AND ');
    const join = keys.length === 0 ? `CROSS JOIN ${right.name} AS r` : `FULL OUTER JOIN ${right.name} AS r ON ${on}`;
    parts.push(`${name} AS (\nSELECT ${selected.join(', ')}\nFROM ${joined.name} AS l ${join}\n)`);
    joined = { name, measures };
  }
  return { parts, joined };
}
