import { didYouMeanOrStop, quotedList } from '@svc/closest-name';
import type { Column, MetricFilter, MetricQuery } from '@svc/contracts';
import { ProblemError } from '@svc/contracts';
import { identifier } from '@svc/duckdb-sql';
import { measuredColumn, type SourceColumns } from '../definition/check-definition';
import { refuse } from '../definition/compile-refusal';
import { expressionType, type ColumnTypeOf, type ValueType } from '../definition/expression/expression-type';
import type { FilterPlace } from '../filter/filter.sql';
import { groupKeys, timeIsUsed, type GroupKey } from './group-keys';
import { isCumulative, measuresOf, type Measure, type MetricShape } from '../definition/metric';
import { Parameters } from '../filter/parameters.sql';
import { TimeAxis } from './time-axis';
import { readZone, type Zone } from '../time/time-zone';

/** Measures that one scan computes: same source, and the same time column where the query uses time. */
export interface Scan {
  readonly source: string;
  /** Null when the query does not use time. */
  readonly time: Column | null;
  readonly measures: readonly Measure[];
}

/** A validated query with every decision that its SQL needs. */
export interface QueryPlan {
  readonly shape: MetricShape;
  readonly query: MetricQuery;
  readonly keys: readonly GroupKey[];
  readonly scans: readonly Scan[];
  readonly columns: SourceColumns;
  readonly columnType: ColumnTypeOf;
  readonly zone: Zone;
  readonly now: Date;
  readonly parameters: Parameters;
  /** How periods are truncated; null when no key is a period. */
  readonly axis: TimeAxis | null;
  /** Whether totals are requested. Without groups they are the answer itself. */
  readonly totals: boolean;
}

/** Plans a query. `now` anchors relative filters. */
export function planQuery(shape: MetricShape, query: MetricQuery, columns: SourceColumns, now: Date): QueryPlan {
  const keys = groupKeys(shape, query);
  const zone = readZone(query.timezone);
  if (zone === null)
    throw refuse(
      'invalid-request',
      '/body/timezone',
      `"${query.timezone}" is not a time zone${didYouMeanOrStop(query.timezone, Intl.supportedValuesOf('timeZone'))}Use an IANA name such as "Europe/Berlin"`,
    );
  const parameters = new Parameters();
  const scans = scansOf(shape, columns, timeIsUsed(shape, query));
  const axis = axisOf(keys, scans, zone, parameters);
  const plan = {
    shape,
    query,
    keys,
    scans,
    columns,
    columnType: measuredColumn(columns),
    zone,
    now,
    parameters,
    axis,
    totals: query.totals && keys.length > 0,
  };
  refuseImpossible(plan);
  return plan;
}

function scansOf(shape: MetricShape, columns: SourceColumns, byTime: boolean): readonly Scan[] {
  const scans = new Map<string, Scan & { readonly measures: Measure[] }>();
  for (const measure of measuresOf(shape.expression)) {
    const time = byTime && measure.timeColumn !== null ? columnOf(columns, measure.source, measure.timeColumn) : null;
    const id = JSON.stringify([measure.source, time?.name]);
    const scan = scans.get(id) ?? { source: measure.source, time, measures: [] };
    scans.set(id, scan);
    scan.measures.push(measure);
  }
  return [...scans.values()];
}

function axisOf(
  keys: readonly GroupKey[],
  scans: readonly Scan[],
  zone: Zone,
  parameters: Parameters,
): TimeAxis | null {
  const key = keys.find((it) => it.kind === 'time');
  if (key === undefined) return null;
  const columns = scans.map((it) => it.time).filter((it) => it !== null);
  if (key.grain !== null) return new TimeAxis(key.grain, columns, zone, parameters);
  const types = [...new Set(columns.map((it) => it.type))];
  if (types.length > 1)
    throw refuse(
      'invalid-request',
      '/body/grain',
      `is needed: "${key.name}" is ${types.join(' in one source and ')} in another`,
    );
  return null;
}

function refuseImpossible({ shape, query, keys, axis, totals, columnType }: QueryPlan): void {
  const names = [...keys.map((it) => it.name), shape.name];
  for (const [index, { by }] of query.order.entries()) {
    if (!names.includes(by))
      throw refuse(
        'invalid-request',
        `/body/order/${index}/by`,
        `"${by}" is not a column of the answer; columns: ${quotedList(names)}`,
      );
  }
  if (query.fill !== 'none' && axis === null)
    throw refuse('invalid-request', '/body/fill', 'fills periods, so the query must be grouped by time with a grain');
  const type = expressionType(shape.expression, columnType);
  if (query.fill === 'zero' && typeof type !== 'string' && !isNumber(type))
    throw refuse('invalid-request', '/body/fill', `cannot be zero: "${shape.name}" is a ${type.kind}; ask for null`);
  if (!isCumulative(shape)) return;
  if (axis === null)
    throw refuse(
      'invalid-request',
      '/body/grain',
      `is needed: "${shape.name}" accumulates over time, so it is asked per period`,
    );
  if (totals)
    throw refuse(
      'invalid-request',
      '/body/totals',
      `are not available for "${shape.name}": it accumulates over time, so a value over all periods would count rows more than once`,
    );
}

const isNumber = ({ kind }: ValueType): boolean => kind === 'integer' || kind === 'decimal' || kind === 'number';

/** A column of a source as it is now. */
function columnOf(columns: SourceColumns, source: string, name: string): Column {
  const column = columns.get(source)?.find((it) => it.name === name);
  if (column === undefined)
    throw new ProblemError('conflict', `"${source}" has no column "${name}" now; define the metric again.`);
  return column;
}

/** A column in a scan's statement, where the source is `s`. */
export function reference(column: Column): string {
  return `s.${identifier(column.name)}`;
}

/** The column of a scan that a name of the query stands for; time may have another name in each source. */
export function columnNamed(plan: QueryPlan, scan: Scan, name: string): Column {
  return name === plan.shape.time?.name && scan.time !== null ? scan.time : columnOf(plan.columns, scan.source, name);
}

/** The target of a filter in a scan. */
export function placeOf(plan: QueryPlan, scan: Scan, filter: MetricFilter, pointer: string): FilterPlace {
  const column = columnNamed(plan, scan, filter.column);
  return { column, reference: reference(column), parameters: plan.parameters, now: plan.now, zone: plan.zone, pointer };
}
