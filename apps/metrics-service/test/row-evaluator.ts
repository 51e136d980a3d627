import type { Grain, MetricDefinition, MetricFilter, MetricQuery } from '@svc/contracts';
import type { Cell, Table } from './duckdb-tables';

/**
 * The meaning of a metric query, row by row and without SQL: what the compiler is held against. It shares no code
 * with it. Times compare as epoch milliseconds, decimals as numbers (tests keep them small enough to be exact).
 */
export interface Evaluated {
  readonly keys: readonly Cell[];
  readonly value: Cell;
}

interface World {
  readonly definitions: ReadonlyMap<string, MetricDefinition>;
  readonly tables: ReadonlyMap<string, Table>;
  readonly now: number;
}

type Simple = Extract<MetricDefinition, { type: 'simple' }>;
type Row = Readonly<Record<string, Cell>>;

export function evaluate(definition: MetricDefinition, query: MetricQuery, world: World): readonly Evaluated[] {
  const simple = leaves(definition, world);
  const timeName = timeNameOf(definition, world);
  const names = [...query.group_by];
  if (query.grain !== undefined && timeName !== null && !names.includes(timeName)) names.unshift(timeName);
  const grain = query.grain ?? grainOf(definition, world);
  const keysOf = (leaf: Simple, row: Row): Cell[] =>
    names.map((name) => (name === timeName ? floor(millis(row[leaf.timeDimension?.column ?? ''] ?? null), grain) : comparable(typeIn(world, leaf, name), row[name] ?? null)));
  const rowsOf = (leaf: Simple): readonly Row[] => (world.tables.get(leaf.source)?.rows ?? []).filter((row) => query.filters.every((it) => passes(it, leaf, row, timeName, world)));
  const groups = new Map<string, Cell[]>();
  if (names.length === 0) groups.set('[]', []);
  for (const leaf of simple) for (const row of rowsOf(leaf)) groups.set(JSON.stringify(keysOf(leaf, row)), keysOf(leaf, row));
  return [...groups.entries()]
    .map(([id, keys]) => ({ keys, value: valueOf(definition, world, (leaf) => rowsOf(leaf).filter((row) => JSON.stringify(keysOf(leaf, row)) === id)) }))
    .sort((left, right) => compareKeys(left.keys, right.keys));
}

function leaves(definition: MetricDefinition, world: World): Simple[] {
  if (definition.type === 'simple') return [definition];
  return [definition.numerator, definition.denominator].flatMap((name) => leaves(world.definitions.get(name) ?? definition, world));
}

function timeNameOf(definition: MetricDefinition, world: World): string | null {
  if (definition.timeDimension !== undefined) return definition.timeDimension.column;
  if (definition.type === 'simple') return null;
  const names = [definition.numerator, definition.denominator].map((it) => timeNameOf(world.definitions.get(it) ?? definition, world));
  return names.includes(null) ? null : (names[0] ?? null);
}

function grainOf(definition: MetricDefinition, world: World): Grain | undefined {
  if (definition.timeDimension !== undefined || definition.type === 'simple') return definition.timeDimension?.grain;
  return grainOf(world.definitions.get(definition.numerator) ?? definition, world);
}

function valueOf(definition: MetricDefinition, world: World, rowsOf: (leaf: Simple) => readonly Row[]): Cell {
  if (definition.type === 'ratio') {
    const [numerator, denominator] = [definition.numerator, definition.denominator].map((it) => valueOf(world.definitions.get(it) ?? definition, world, rowsOf));
    if (numerator == null || denominator == null || Number(denominator) === 0) return null;
    return Number(numerator) / Number(denominator);
  }
  const rows = rowsOf(definition);
  const { agg, column } = definition.measure;
  if (column === undefined) return rows.length;
  const type = typeIn(world, definition, column);
  const present = rows.map((row) => comparable(type, row[column] ?? null)).filter((it) => it !== null);
  if (agg === 'count') return present.length;
  if (agg === 'count_distinct') return new Set(present).size;
  if (present.length === 0) return null;
  const sorted = [...present].sort(compare);
  if (agg === 'min') return sorted[0] ?? null;
  if (agg === 'max') return sorted.at(-1) ?? null;
  const total = present.reduce((sum: number, it) => sum + Number(it), 0);
  if (agg === 'sum') return total;
  if (agg === 'average') return total / present.length;
  return (Number(sorted[Math.floor((sorted.length - 1) / 2)]) + Number(sorted[Math.ceil((sorted.length - 1) / 2)])) / 2;
}

function typeIn(world: World, leaf: Simple, column: string): string {
  return world.tables.get(leaf.source)?.columns.find((it) => it.name === column)?.type ?? 'string';
}

/** A cell as something that `===` and `<` work on: numbers for numbers and times. */
function comparable(type: string, cell: Cell): Cell {
  if (cell === null) return null;
  if (type === 'date' || type.startsWith('timestamp')) return millis(cell);
  return type === 'integer' || type === 'number' || type.startsWith('decimal') ? Number(cell) : cell;
}

function millis(cell: Cell): number | null {
  if (cell === null) return null;
  const text = String(cell).replace(' ', 'T');
  return Date.parse(text.length === 10 ? `${text}T00:00:00Z` : /Z|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`);
}

function compare(left: Cell, right: Cell): number {
  if (typeof left === 'string' && typeof right === 'string') return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return Number(left) - Number(right);
}

function compareKeys(left: readonly Cell[], right: readonly Cell[]): number {
  for (const [index, one] of left.entries()) {
    const other = right[index] ?? null;
    if (one === other) continue;
    if (one === null) return 1;
    if (other === null) return -1;
    return compare(one, other);
  }
  return 0;
}

/** Walks back, minute by minute or day by day, to where the period begins. */
function floor(at: number | null, grain: Grain | undefined): number | null {
  if (at === null || grain === undefined) return at;
  const date = new Date(at);
  date.setUTCSeconds(0, 0);
  if (grain === 'minute') return date.getTime();
  date.setUTCMinutes(0);
  if (grain === 'hour') return date.getTime();
  date.setUTCHours(0);
  const begins = { day: () => true, week: () => date.getUTCDay() === 1, month: () => date.getUTCDate() === 1, quarter: () => date.getUTCDate() === 1 && date.getUTCMonth() % 3 === 0, year: () => date.getUTCDate() === 1 && date.getUTCMonth() === 0 }[grain];
  while (!begins()) date.setUTCDate(date.getUTCDate() - 1);
  return date.getTime();
}

const DAY = 86_400_000;

function passes(filter: MetricFilter, leaf: Simple, row: Row, timeName: string | null, world: World): boolean {
  const column = filter.column === timeName ? (leaf.timeDimension?.column ?? '') : filter.column;
  const type = typeIn(world, leaf, column);
  const cell = comparable(type, row[column] ?? null);
  const negated = filter.op === 'neq' || /^(is_)?not_/.test(filter.op);
  const op = filter.op === 'neq' ? 'eq' : filter.op === 'is_not_null' ? 'is_null' : filter.op.replace(/^not_/, '');
  return holds(op, cell, filter.value, type, world.now) !== negated;
}

function holds(op: string, cell: Cell, value: MetricFilter['value'], type: string, now: number): boolean {
  const list = Array.isArray(value) ? value : [value ?? null];
  if (op === 'is_null') return cell === null;
  if (op === 'eq' || op === 'in') return list.some((it) => comparable(type, it) === cell);
  if (cell === null) return false;
  const [first = null, second = null] = list.map((it) => (typeof it === 'string' && type.startsWith('time') ? millis(it) : comparable(type, it)));
  const wholeDay = (index: number): boolean => String(list[index]).length === 10;
  const today = type === 'date' ? (floor(now, 'day') ?? now) : now;
  switch (op) {
    case 'gt': return compare(cell, first) > 0;
    case 'gte': return compare(cell, first) >= 0;
    case 'lt': case 'before': return compare(cell, first) < 0;
    case 'lte': return compare(cell, first) <= 0;
    case 'between': return compare(cell, first) >= 0 && compare(cell, second) <= 0;
    case 'contains': return list.some((it) => String(cell).includes(String(it)));
    case 'starts_with': return list.some((it) => String(cell).startsWith(String(it)));
    case 'ends_with': return list.some((it) => String(cell).endsWith(String(it)));
    case 'on_date': return floor(Number(cell), 'day') === first;
    case 'in_date_range': return Number(cell) >= Number(first) && (wholeDay(1) ? Number(cell) < Number(second) + DAY : Number(cell) <= Number(second));
    case 'before_or_on': return wholeDay(0) ? Number(cell) < Number(first) + DAY : Number(cell) <= Number(first);
    case 'after': return wholeDay(0) ? Number(cell) >= Number(first) + DAY : Number(cell) > Number(first);
    case 'after_or_on': return Number(cell) >= Number(first);
    case 'in_past': return Number(cell) >= today - Number(list[0]) * DAY && Number(cell) < today;
    case 'in_next': return Number(cell) >= today && Number(cell) < today + Number(list[0]) * DAY;
    case 'in_current': return floor(Number(cell), grainNamed(list[0])) === floor(now, grainNamed(list[0]));
    default: throw new Error(`the evaluator does not know "${op}"`);
  }
}

function grainNamed(value: unknown): Grain {
  if (value === 'day' || value === 'week' || value === 'month' || value === 'quarter' || value === 'year') return value;
  throw new Error('the evaluator wants a period of days');
}
