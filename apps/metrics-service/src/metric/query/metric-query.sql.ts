import type { MetricQuery, SqlValue } from '@svc/contracts';
import { identifier } from '@svc/duckdb-sql';
import {
  filteredRows,
  groupBy,
  joinBlocks,
  keyExpressions,
  measureId,
  plainBlocks,
  totalsMark,
  type Block,
} from './block.sql';
import type { SourceColumns } from '../definition/check-definition';
import { refuse } from '../definition/compile-refusal';
import { cumulativeBlocks } from './cumulative.sql';
import { formula } from './expression.sql';
import { expressionType } from '../definition/expression/expression-type';
import { aggregate, whenAbsent } from './measure.sql';
import { isCumulative, type MetricShape } from '../definition/metric';
import { planQuery, type QueryPlan } from './query-plan';
import { spine } from './spine.sql';

/** One statement and its bound values, `$1` first. */
export interface CompiledQuery {
  readonly text: string;
  readonly values: readonly SqlValue[];
  /** Of the answer's columns, in order. */
  readonly names: readonly string[];
  /** True when the first row is the totals row, which the last column marks. */
  readonly totals: boolean;
}

const MAX_PARAMETERS = 1000;

/**
 * A metric query as one SQL statement: one scan per source, grouped by the requested keys and sorted as requested, missing
 * values last. The answer's columns are the keys in the order requested (time first when only a grain was given), then the
 * value under the metric's name. `now` anchors relative filters. Names reach the text only from declared columns.
 */
export function compileMetricQuery(
  shape: MetricShape,
  query: MetricQuery,
  columns: SourceColumns,
  now: Date,
): CompiledQuery {
  const plan = planQuery(shape, query, columns, now);
  const text =
    plan.scans.length === 1 && !isCumulative(shape) && query.fill === 'none' ? singleScan(plan) : inParts(plan);
  const { values } = plan.parameters;
  if (values.length > MAX_PARAMETERS)
    throw refuse('invalid-request', '/body/filters', `have ${values.length} values; the maximum is ${MAX_PARAMETERS}`);
  return { text, values, names: [...plan.keys.map((it) => it.name), shape.name], totals: plan.totals };
}

function singleScan(plan: QueryPlan): string {
  const [scan] = plan.scans;
  if (scan === undefined) throw new Error('a metric without a source');
  const keys = outputs(plan, keyExpressions(plan, scan));
  const value = formula(plan.shape.expression, aggregate, plan.columnType);
  return `SELECT ${selected(plan, keys, value, totalsMark(plan, keys))}\n${filteredRows(plan, scan)}${groupBy(plan)}${orderBy(plan)}`;
}

function inParts(plan: QueryPlan): string {
  const { parts, blocks } =
    isCumulative(plan.shape) && plan.axis !== null ? cumulativeBlocks(plan, plan.axis) : plainBlocks(plan);
  const { parts: joins, joined } = joinBlocks(plan, blocks);
  const mark = plan.totals ? ['t'] : [];
  const keys = plan.keys.map((_, at) => `k${at}`);
  const shown = outputs(plan, keys);
  const value = valueOf(plan, joined);
  if (plan.query.fill === 'none')
    return statement(
      [...parts, ...joins],
      `SELECT ${selected(plan, shown, value, mark)}\nFROM ${joined.name}${orderBy(plan)}`,
    );
  const values = `_v AS (\nSELECT ${[...keys, ...mark].map((it) => `${it}, `).join('')}${value} AS v\nFROM ${joined.name}\n)`;
  return statement(
    [...parts, ...joins, values, ...filled(plan)],
    `SELECT ${selected(plan, shown, 'v', mark)}\nFROM _f${orderBy(plan)}`,
  );
}

const statement = (parts: readonly string[], body: string): string => `WITH ${parts.join(', ')}\n${body}`;

function valueOf(plan: QueryPlan, block: Block): string {
  return formula(
    plan.shape.expression,
    (measure) => whenAbsent(measure, block.measures.get(measureId(measure)) ?? 'NULL'),
    plan.columnType,
  );
}

/** Every period for every group that has one; groups without a time and the totals row stay as they are. */
function filled(plan: QueryPlan): readonly string[] {
  const { axis } = plan;
  if (axis === null) return [];
  const time = plan.keys.findIndex((it) => it.kind === 'time');
  const others = plan.keys.flatMap((_, at) => (at === time ? [] : [`k${at}`]));
  const periods = isCumulative(plan.shape) ? [] : spine(plan, axis, `SELECT k${time} AS u FROM _v`);
  const groups =
    others.length === 0 ? 'SELECT 1' : `SELECT DISTINCT ${others.join(', ')} FROM _v WHERE k${time} IS NOT NULL`;
  const on = [`v.k${time} = e.k${time}`, ...others.map((it) => `v.${it} IS NOT DISTINCT FROM e.${it}`)].join(' AND ');
  const keys = plan.keys.map((_, at) => `COALESCE(v.k${at}, e.k${at}) AS k${at}`);
  const value = plan.query.fill === 'zero' ? 'CASE WHEN v.present IS NULL THEN 0 ELSE v.v END AS v' : 'v.v AS v';
  const mark = plan.totals ? ['COALESCE(v.t, 0) AS t'] : [];
  return [
    ...periods,
    `_g AS (${groups})`,
    `_e AS (SELECT k AS k${time}, _g.* FROM _s CROSS JOIN _g)`,
    `_f AS (\nSELECT ${[...keys, ...mark, value].join(', ')}\nFROM _e AS e FULL OUTER JOIN (SELECT *, TRUE AS present FROM _v) AS v ON ${on}\n)`,
  ];
}

/** Keys in the form of answers. */
function outputs({ keys, axis }: QueryPlan, expressions: readonly string[]): readonly string[] {
  return expressions.map((it, at) => (keys[at]?.kind === 'time' && axis !== null ? axis.output(it) : it));
}

function selected(plan: QueryPlan, keys: readonly string[], value: string, mark: readonly string[]): string {
  const named = plan.keys.map((key, at) => `${keys[at]} AS ${identifier(key.name)}`);
  return [
    ...named,
    `${sortable(plan, value)} AS ${identifier(plan.shape.name)}`,
    ...mark.map((it) => `${it} AS _totals`),
  ].join(',\n  ');
}

/** NaN and infinities are returned as missing, so sorting must treat them as missing too: else they would come first. */
function sortable({ shape, query, columnType }: QueryPlan, value: string): string {
  const type = expressionType(shape.expression, columnType);
  const isDouble = typeof type !== 'string' && type.kind === 'number';
  return isDouble && query.order.some((it) => it.by === shape.name)
    ? `CASE WHEN ISFINITE(${value}) THEN ${value} END`
    : value;
}

/** As requested, then by the remaining keys, so that the order is deterministic. */
function orderBy({ keys, query, shape, totals }: QueryPlan): string {
  const names = [...keys.map((it) => it.name), shape.name];
  const asked = query.order.map(({ by, direction }) => ({ position: names.indexOf(by), direction }));
  const rest = keys.flatMap((_, position) =>
    asked.some((it) => it.position === position) ? [] : [{ position, direction: 'asc' as const }],
  );
  const sorted = [...asked, ...rest].map(
    ({ position, direction }) => `${position + 1} ${direction.toUpperCase()} NULLS LAST`,
  );
  const all = [...(totals ? [`${names.length + 1} DESC`] : []), ...sorted];
  return all.length === 0 || keys.length === 0 ? '' : `\nORDER BY ${all.join(', ')}`;
}
