import type { Column, MetricQuery, SqlValue } from '@svc/contracts';
import { ProblemError } from '@svc/contracts';
import type { SourceColumns } from './check-definition';
import { refuse } from './compile-refusal';
import { compileFilter } from './filter.sql';
import { groupKeys, timeIsUsed, type GroupKey } from './group-keys';
import { quoteIdentifier } from './identifier.sql';
import { measuresOf, type Expression, type Measure, type MetricShape } from './metric';
import { Parameters } from './parameters.sql';
import { timeKey, type TimeKeyForm } from './time-key.sql';

/** One statement and its bound values, `$1` first. */
export interface CompiledQuery {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** Measures that one scan answers: same source, and the same time column where time is asked about. */
interface Scan {
  readonly source: string;
  readonly timeColumn: string | null;
  readonly measures: readonly Measure[];
}

const MOST_PARAMETERS = 1000;

/**
 * A metric query as one SQL statement: one scan per source, grouped by the asked keys and sorted by them, missing keys
 * last. The answer's columns are the keys in the order asked (time first when only a grain was given), then the value
 * under the metric's name. `now` anchors relative filters. Names reach the text only from declared columns.
 */
export function compileMetricQuery(shape: MetricShape, query: MetricQuery, columns: SourceColumns, now: Date): CompiledQuery {
  const keys = groupKeys(shape, query);
  const parameters = new Parameters();
  const scans = scansOf(shape, timeIsUsed(shape, query));
  const form = timeForm(keys, scans, columns);
  const bodies = scans.map((scan) => compileScan(scan, { shape, query, keys, columns, form, now, parameters }));
  if (parameters.values.length > MOST_PARAMETERS) throw refuse('invalid-request', '/body/filters', `hold ${parameters.values.length} values; the most is ${MOST_PARAMETERS}`);
  const [only, ...others] = bodies;
  const text = others.length === 0 && only !== undefined ? singleScan(shape, keys, only) : joinedScans(shape, keys, bodies);
  return { text, values: parameters.values };
}

interface ScanContext {
  readonly shape: MetricShape;
  readonly query: MetricQuery;
  readonly keys: readonly GroupKey[];
  readonly columns: SourceColumns;
  readonly form: TimeKeyForm;
  readonly now: Date;
  readonly parameters: Parameters;
}

interface ScanBody {
  readonly scan: Scan;
  /** One expression per group key, in order. */
  readonly keys: readonly string[];
  readonly from: string;
}

function scansOf(shape: MetricShape, byTime: boolean): readonly Scan[] {
  const scans = new Map<string, Scan & { readonly measures: Measure[] }>();
  for (const measure of measuresOf(shape.expression)) {
    const timeColumn = byTime ? measure.timeColumn : null;
    const id = JSON.stringify([measure.source, timeColumn]);
    const scan = scans.get(id) ?? { source: measure.source, timeColumn, measures: [] };
    scans.set(id, scan);
    scan.measures.push(measure);
  }
  return [...scans.values()];
}

/** Sources may keep time as a date here and a timestamp there; joined keys are then timestamps in UTC. */
function timeForm(keys: readonly GroupKey[], scans: readonly Scan[], columns: SourceColumns): TimeKeyForm {
  const time = keys.find((it) => it.kind === 'time');
  const types = new Set(time === undefined ? [] : scans.map((it) => columnOf(columns, it.source, it.timeColumn ?? '').type));
  if (types.size <= 1) return 'own';
  if (time?.grain === null) throw refuse('invalid-request', '/body/grain', `is needed: "${time.name}" is ${[...types].join(' in one source and ')} in another`);
  return 'timestamp';
}

function compileScan(scan: Scan, context: ScanContext): ScanBody {
  const reference = (column: string): string => `s.${quoteIdentifier(columnOf(context.columns, scan.source, column).name)}`;
  const columnNamed = (name: string): string => (name === context.shape.time?.name ? (scan.timeColumn ?? '') : name);
  const keys = context.keys.map((key) => {
    if (key.kind === 'dimension') return reference(key.name);
    return timeKey(columnOf(context.columns, scan.source, scan.timeColumn ?? ''), reference(scan.timeColumn ?? ''), key.grain, context.form);
  });
  const conditions = context.query.filters.map((filter, index) => {
    const column = columnOf(context.columns, scan.source, columnNamed(filter.column));
    return compileFilter(filter, { column, reference: reference(column.name), parameters: context.parameters, now: context.now, pointer: `/body/filters/${index}` });
  });
  const where = conditions.length === 0 ? '' : `\nWHERE ${conditions.join('\n  AND ')}`;
  const groupBy = keys.length === 0 ? '' : `\nGROUP BY ${positions(keys).join(', ')}`;
  return { scan, keys, from: `FROM ${quoteIdentifier(scan.source)} AS s${where}${groupBy}` };
}

function columnOf(columns: SourceColumns, source: string, name: string): Column {
  const column = columns.get(source)?.find((it) => it.name === name);
  if (column === undefined) throw new ProblemError('conflict', `"${source}" has no column "${name}" now; define the metric anew.`);
  return column;
}

function aggregate(measure: Measure): string {
  if (measure.column === null) return 'COUNT(*)';
  const column = `s.${quoteIdentifier(measure.column)}`;
  switch (measure.agg) {
    case 'sum':
      return `SUM(${column})`;
    case 'average':
      return `AVG(${column})`;
    case 'count':
      // Rows that have a value, which is not the same as rows.
      return `COUNT(${column})`;
    case 'count_distinct':
      return `COUNT(DISTINCT ${column})`;
    case 'min':
      return `MIN(${column})`;
    case 'max':
      return `MAX(${column})`;
    case 'median':
      // The median of a DECIMAL is cut to its scale: 1.12 for 1.125.
      return `MEDIAN(CAST(${column} AS DOUBLE))`;
  }
}

/** DuckDB divides to Infinity, and JSON has no word for that: a zero denominator gives null. */
function formula(expression: Expression, value: (measure: Measure) => string): string {
  if (expression.kind === 'measure') return value(expression);
  return `(CAST(${formula(expression.numerator, value)} AS DOUBLE) / CAST(NULLIF(${formula(expression.denominator, value)}, 0) AS DOUBLE))`;
}

const positions = (keys: readonly unknown[]): string[] => keys.map((_, index) => String(index + 1));

function orderBy(keys: readonly GroupKey[]): string {
  return keys.length === 0 ? '' : `\nORDER BY ${positions(keys).map((it) => `${it} ASC NULLS LAST`).join(', ')}`;
}

function singleScan(shape: MetricShape, keys: readonly GroupKey[], body: ScanBody): string {
  const selected = [...keys.map((key, index) => `${body.keys[index]} AS ${quoteIdentifier(key.name)}`), `${formula(shape.expression, aggregate)} AS ${quoteIdentifier(shape.name)}`];
  return `SELECT ${selected.join(',\n  ')}\n${body.from}${orderBy(keys)}`;
}

/**
 * Each source aggregated alone, then joined on every key with NULL equal to NULL, so that a group which only one
 * source has stays. There a count is 0, and any other measure is null.
 */
function joinedScans(shape: MetricShape, keys: readonly GroupKey[], bodies: readonly ScanBody[]): string {
  const names = new Map<Measure, string>();
  const tables = bodies.map((body, index) => {
    const aggregates = body.scan.measures.map((measure) => {
      const name = `a${names.size}`;
      names.set(measure, name);
      return `${aggregate(measure)} AS ${name}`;
    });
    const selected = [...body.keys.map((key, at) => `${key} AS k${at}`), ...aggregates];
    // A derivation's name never starts with an underscore, so these names hide no source.
    return `_m${index} AS (\nSELECT ${selected.join(',\n  ')}\n${body.from}\n)`;
  });
  const joins = bodies.slice(1).map((_, index) => joinStep(index, keys, bodies));
  const value = (measure: Measure): string => (measure.agg === 'count' || measure.agg === 'count_distinct' ? `COALESCE(${names.get(measure)}, 0)` : (names.get(measure) ?? ''));
  const selected = [...keys.map((key, at) => `k${at} AS ${quoteIdentifier(key.name)}`), `${formula(shape.expression, value)} AS ${quoteIdentifier(shape.name)}`];
  return `WITH ${[...tables, ...joins].join(', ')}\nSELECT ${selected.join(',\n  ')}\nFROM _j${bodies.length - 1}${orderBy(keys)}`;
}

function joinStep(index: number, keys: readonly GroupKey[], bodies: readonly ScanBody[]): string {
  const left = index === 0 ? '_m0' : `_j${index}`;
  const right = `_m${index + 1}`;
  const seen = bodies.slice(0, index + 2).reduce((sum, body) => sum + body.scan.measures.length, 0);
  const selected = [...keys.map((_, at) => `COALESCE(l.k${at}, r.k${at}) AS k${at}`), ...Array.from({ length: seen }, (_, at) => `a${at}`)];
  const on = keys.map((_, at) => `l.k${at} IS NOT DISTINCT FROM r.k${at}`).join(' AND ');
  const join = keys.length === 0 ? `CROSS JOIN ${right} AS r` : `FULL OUTER JOIN ${right} AS r ON ${on}`;
  return `_j${index + 1} AS (\nSELECT ${selected.join(', ')}\nFROM ${left} AS l ${join}\n)`;
}
