import type { Grain, MetricCondition, MetricFilter } from '@svc/contracts';
import type { Cell } from './duckdb-tables';
import { addWall, DAY, floorWall, instantOf, wallOf } from './row-calendar';

/** The time and zone in which a filter is evaluated. */
export interface Moment {
  readonly now: number;
  readonly zone: string;
}

/** A row as a filter sees it: the cell and the type of a column of the query. */
export type ReadCell = (column: string) => { readonly cell: Cell; readonly type: string };

export function holds(condition: MetricCondition, read: ReadCell, moment: Moment): boolean {
  if ('and' in condition) return condition.and.every((it) => holds(it, read, moment));
  if ('or' in condition) return condition.or.some((it) => holds(it, read, moment));
  if ('not' in condition) return !holds(condition.not, read, moment);
  const { cell, type } = read(condition.column);
  const negated = condition.op === 'neq' || /^(is_)?not_/.test(condition.op);
  const op =
    condition.op === 'neq' ? 'eq' : condition.op === 'is_not_null' ? 'is_null' : condition.op.replace(/^not_/, '');
  return passes(op, comparable(type, cell), condition.value, type, moment) !== negated;
}

/** A cell as a value that `===` and `<` work on: numbers for numbers and times. */
export function comparable(type: string, cell: Cell): Cell {
  if (cell === null) return null;
  if (type === 'date' || type.startsWith('timestamp')) return utcMillis(cell);
  return type === 'integer' || type === 'number' || type.startsWith('decimal') ? Number(cell) : cell;
}

/** A cell of a table: without an offset it is UTC. */
function utcMillis(cell: Cell): number {
  const text = String(cell).replace(' ', 'T');
  return Date.parse(text.length === 10 ? `${text}T00:00:00Z` : /Z|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`);
}

/** A time in a filter, in the terms of the column: dates are local, timestamps are instants. */
function timeValue(value: unknown, type: string, zone: string): number {
  const text = String(value);
  const millis = utcMillis(text);
  const isWall = text.length === 10 || !/Z$/.test(text);
  if (type === 'date') return isWall ? millis : wallOf(millis, zone);
  return isWall ? instantOf(millis, zone) : millis;
}

/** Where the day of a filter ends. */
function nextDay(value: unknown, type: string, zone: string): number {
  return type === 'date' ? utcMillis(String(value)) + DAY : instantOf(utcMillis(String(value)) + DAY, zone);
}

const isDay = (value: unknown): boolean => typeof value === 'string' && value.length === 10;

/** Half-open: `from` is inside, `until` is not. */
export interface Stretch {
  readonly from: number | null;
  readonly until: number | null;
}

const AN_INSTANT = 0.001;

/** The interval that a date operator keeps, in the terms of the column. Null for other operators. */
export function stretchOf({ op, value }: MetricFilter, type: string, { now, zone }: Moment): Stretch | null {
  const [first, second] = Array.isArray(value) ? value : [value];
  const begin = (it: unknown): number => timeValue(it, type, zone);
  const end = (it: unknown): number => (isDay(it) ? nextDay(it, type, zone) : begin(it) + AN_INSTANT);
  const wallNow = wallOf(now, zone);
  const onColumn = (wall: number): number => (type === 'date' ? wall : instantOf(wall, zone));
  const today = type === 'date' ? floorWall(wallNow, 'day') : now;
  const away = (count: number): number => onColumn(addWall(type === 'date' ? today : wallNow, count, 'day'));
  switch (op) {
    case 'on_date':
      return { from: begin(first), until: end(first) };
    case 'before':
      return { from: null, until: begin(first) };
    case 'before_or_on':
      return { from: null, until: end(first) };
    case 'after':
      return { from: end(first), until: null };
    case 'after_or_on':
      return { from: begin(first), until: null };
    case 'in_date_range':
      return { from: begin(first), until: end(second) };
    case 'in_past':
      return { from: away(-Number(first)), until: today };
    case 'in_next':
      return { from: today, until: away(Number(first)) };
    case 'in_current': {
      const start = floorWall(wallNow, grainNamed(first));
      return { from: onColumn(start), until: onColumn(addWall(start, 1, grainNamed(first))) };
    }
    default:
      return null;
  }
}

function passes(op: string, cell: Cell, value: MetricFilter['value'], type: string, moment: Moment): boolean {
  const list = Array.isArray(value) ? value : [value ?? null];
  if (op === 'is_null') return cell === null;
  const read = (it: Cell): Cell =>
    it !== null && (type === 'date' || type.startsWith('timestamp'))
      ? timeValue(it, type, moment.zone)
      : comparable(type, it);
  if (op === 'eq' || op === 'in') return list.some((it) => read(it) === cell);
  if (cell === null) return false;
  const stretch = stretchOf({ column: '', op, ...(value === undefined ? {} : { value }) }, type, moment);
  if (stretch !== null)
    return (
      (stretch.from === null || Number(cell) >= stretch.from) &&
      (stretch.until === null || Number(cell) < stretch.until)
    );
  const [first = null, second = null] = list.map(read);
  switch (op) {
    case 'gt':
      return compare(cell, first) > 0;
    case 'gte':
      return compare(cell, first) >= 0;
    case 'lt':
      return compare(cell, first) < 0;
    case 'lte':
      return compare(cell, first) <= 0;
    case 'between':
      return compare(cell, first) >= 0 && compare(cell, second) <= 0;
    case 'contains':
      return list.some((it) => String(cell).includes(String(it)));
    case 'starts_with':
      return list.some((it) => String(cell).startsWith(String(it)));
    case 'ends_with':
      return list.some((it) => String(cell).endsWith(String(it)));
    default:
      throw new Error(`the evaluator does not know "${op}"`);
  }
}

export function compare(left: Cell, right: Cell): number {
  if (typeof left === 'string' && typeof right === 'string')
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return Number(left) - Number(right);
}

function grainNamed(value: unknown): Grain {
  if (value === 'day' || value === 'week' || value === 'month' || value === 'quarter' || value === 'year') return value;
  throw new Error('the evaluator wants a period of days');
}
