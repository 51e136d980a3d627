import type { Grain, MetricDefinition, MetricQuery } from '@svc/contracts';
import type { Cell, Table } from './duckdb-tables';
import { aggregate, calculate, divide, namesIn, type Term } from './row-arithmetic';
import { Line } from './row-calendar';
import { comparable, holds, stretchOf, type Stretch } from './row-filter';

/**
 * The meaning of a metric query, row by row and without SQL: the compiler is compared with it. It shares no code
 * with it. Sums are made of whole thousandths, of which test values are multiples.
 */
/** The limit of a query; more are refused, not answered. */
const MAX_PERIODS = 100_000;

export class TooManyPeriods extends Error {}

export interface Evaluated {
  readonly rows: readonly { readonly keys: readonly Cell[]; readonly value: Cell }[];
  readonly total: Cell;
}

export interface World {
  readonly definitions: ReadonlyMap<string, MetricDefinition>;
  /** The source text of each derived metric. */
  readonly terms: ReadonlyMap<string, Term>;
  readonly tables: ReadonlyMap<string, Table>;
  readonly now: number;
}

type Simple = Extract<MetricDefinition, { type: 'simple' }>;
type Cumulative = Extract<MetricDefinition, { type: 'cumulative' }>;
type Row = Readonly<Record<string, Cell>>;

/** A simple metric where it is used, with its window. */
interface Leaf {
  readonly metric: Simple;
  readonly window: Cumulative | null;
}

export function evaluate(definition: MetricDefinition, query: MetricQuery, world: World): Evaluated {
  return new Evaluation(definition, query, world).answer();
}

class Evaluation {
  private readonly filtered = new Map<string, readonly Row[]>();
  private readonly leaves: readonly Leaf[];
  private readonly timeName: string | null;
  private readonly names: readonly string[];
  private readonly line: Line | null;
  private readonly cumulative: boolean;
  private readonly moment: { readonly now: number; readonly zone: string };

  constructor(
    private readonly definition: MetricDefinition,
    private readonly query: MetricQuery,
    private readonly world: World,
  ) {
    this.leaves = this.leavesOf(definition, null);
    this.timeName = this.timeNameOf(definition);
    const grain = query.grain ?? this.grainOf(definition);
    const byGrain = query.grain !== undefined && this.timeName !== null && !query.group_by.includes(this.timeName);
    this.names = byGrain && this.timeName !== null ? [this.timeName, ...query.group_by] : query.group_by;
    this.line =
      this.timeName !== null && this.names.includes(this.timeName) && grain !== undefined
        ? new Line(grain, query.timezone)
        : null;
    this.cumulative = this.leaves.some((it) => it.window !== null);
    this.moment = { now: world.now, zone: query.timezone };
  }

  answer(): Evaluated {
    const total = this.cumulative ? null : this.valueOf(this.definition, (leaf) => this.rowsOf(leaf));
    const groups = this.cumulative ? this.windowGroups() : this.plainGroups();
    return { rows: this.withGaps(groups), total };
  }

  private operandsOf(definition: MetricDefinition): readonly MetricDefinition[] {
    const names =
      definition.type === 'ratio'
        ? [definition.numerator, definition.denominator]
        : definition.type === 'cumulative'
          ? [definition.metric]
          : definition.type === 'derived'
            ? namesIn(this.termOf(definition))
            : [];
    return names.map((it) => this.named(it));
  }

  private named(name: string): MetricDefinition {
    const found = this.world.definitions.get(name);
    if (found === undefined) throw new Error(`no metric ${name}`);
    return found;
  }

  private termOf({ name }: MetricDefinition): Term {
    const term = this.world.terms.get(name);
    if (term === undefined) throw new Error(`no term of ${name}`);
    return term;
  }

  private leavesOf(definition: MetricDefinition, window: Cumulative | null): readonly Leaf[] {
    if (definition.type === 'simple') return [{ metric: definition, window }];
    return this.operandsOf(definition).flatMap((it) =>
      this.leavesOf(it, definition.type === 'cumulative' ? definition : window),
    );
  }

  private timeNameOf(definition: MetricDefinition): string | null {
    if (definition.timeDimension !== undefined) return definition.timeDimension.column;
    const names = this.operandsOf(definition).map((it) => this.timeNameOf(it));
    return names.includes(null) ? null : (names[0] ?? null);
  }

  private grainOf(definition: MetricDefinition): Grain | undefined {
    if (definition.timeDimension !== undefined) return definition.timeDimension.grain;
    const [first] = this.operandsOf(definition);
    return first === undefined ? undefined : this.grainOf(first);
  }

  private columnOf(leaf: Leaf, name: string): { readonly name: string; readonly type: string } {
    const column = name === this.timeName ? (leaf.metric.timeDimension?.column ?? '') : name;
    return {
      name: column,
      type: this.world.tables.get(leaf.metric.source)?.columns.find((it) => it.name === column)?.type ?? 'string',
    };
  }

  /** Rows that pass the filters; for a window the lower bounds on time do not count. */
  private rowsOf(leaf: Leaf): readonly Row[] {
    const found = this.filtered.get(leaf.metric.name) ?? this.filteredRows(leaf);
    this.filtered.set(leaf.metric.name, found);
    return found;
  }

  private filteredRows(leaf: Leaf): readonly Row[] {
    const rows = this.world.tables.get(leaf.metric.source)?.rows ?? [];
    return rows.filter((row) =>
      this.query.filters.every((filter) => {
        const stretch = this.cumulative ? this.stretch(leaf, filter) : null;
        if (stretch === null)
          return holds(
            filter,
            (name) => ({ cell: row[this.columnOf(leaf, name).name] ?? null, type: this.columnOf(leaf, name).type }),
            this.moment,
          );
        const at = this.timeCell(leaf, row);
        return at !== null && (stretch.until === null || at < stretch.until);
      }),
    );
  }

  private stretch(leaf: Leaf, filter: MetricQuery['filters'][number]): Stretch | null {
    return 'column' in filter && filter.column === this.timeName
      ? stretchOf(filter, this.columnOf(leaf, filter.column).type, this.moment)
      : null;
  }

  private timeCell(leaf: Leaf, row: Row): number | null {
    const { name, type } = this.columnOf(leaf, this.timeName ?? '');
    const cell = comparable(type, row[name] ?? null);
    return cell === null ? null : Number(cell);
  }

  /** The point of a row on the line of periods. */
  private pointOf(leaf: Leaf, row: Row): number | null {
    const cell = this.timeCell(leaf, row);
    return cell === null || this.line === null
      ? cell
      : this.line.of(cell, this.columnOf(leaf, this.timeName ?? '').type);
  }

  private keysOf(leaf: Leaf, row: Row): Cell[] {
    return this.names.map((name) => {
      const { name: column, type } = this.columnOf(leaf, name);
      if (name !== this.timeName) return comparable(type, row[column] ?? null);
      const point = this.pointOf(leaf, row);
      return point === null || this.line === null ? point : this.line.floor(point);
    });
  }

  private plainGroups(): Groups {
    const groups: Groups = new Map();
    if (this.names.length === 0) groups.set('[]', []);
    for (const leaf of this.leaves)
      for (const row of this.rowsOf(leaf)) groups.set(JSON.stringify(this.keysOf(leaf, row)), this.keysOf(leaf, row));
    return this.valued(
      groups,
      (id) => (leaf) => this.rowsOf(leaf).filter((row) => JSON.stringify(this.keysOf(leaf, row)) === id),
    );
  }

  /** All periods, with the rows of each leaf's own window. */
  private windowGroups(): Groups {
    const groups: Groups = new Map();
    const rows = new Map<string, (leaf: Leaf) => readonly Row[]>();
    for (const period of this.periods(
      this.leaves.flatMap((leaf) => this.rowsOf(leaf).flatMap((row) => this.pointOf(leaf, row) ?? [])),
    )) {
      const others = (leaf: Leaf, row: Row): Cell[] =>
        this.keysOf(leaf, row).map((it, at) => (this.names[at] === this.timeName ? period : it));
      const inWindow = (leaf: Leaf): readonly Row[] =>
        this.rowsOf(leaf).filter((row) => this.isInside(leaf, this.pointOf(leaf, row), period));
      for (const leaf of this.leaves) {
        for (const row of inWindow(leaf)) {
          const id = JSON.stringify(others(leaf, row));
          groups.set(id, others(leaf, row));
          rows.set(id, (asked) => inWindow(asked).filter((it) => JSON.stringify(others(asked, it)) === id));
        }
      }
    }
    return this.valued(groups, (id) => rows.get(id) ?? (() => []));
  }

  private isInside({ window }: Leaf, point: number | null, period: number): boolean {
    if (point === null || this.line === null) return false;
    const until = this.line.add(period, 1);
    if (point >= until) return false;
    if (window === null) return point >= period;
    if (window.window !== undefined) return point >= this.line.add(until, -window.window.count, window.window.grain);
    return window.toDate === undefined || point >= this.line.floor(until - 1, window.toDate);
  }

  /** Starts of periods from the first to the last; bounds of filters widen a filled answer, and cut a cumulative one. */
  private periods(observed: readonly number[]): readonly number[] {
    const { line } = this;
    const [leaf] = this.leaves;
    if (line === null || leaf === undefined) return [];
    const { type } = this.columnOf(leaf, this.timeName ?? '');
    const stretches = this.query.filters.flatMap((it) => this.stretch(leaf, it) ?? []);
    const widens = this.query.fill !== 'none';
    const from = stretches.flatMap((it) => (it.from === null ? [] : [line.of(it.from, type)]));
    const until = stretches.flatMap((it) => (it.until === null ? [] : [line.of(Math.ceil(it.until) - 1, type)]));
    const first = from.length > 0 && (widens || this.cumulative) ? Math.max(...from) : Math.min(...observed);
    const last = until.length > 0 && widens ? Math.min(...until) : Math.max(...observed);
    const periods: number[] = [];
    if (!Number.isFinite(first) || !Number.isFinite(last)) return periods;
    for (let at = line.floor(first); at <= last; at = line.add(at, 1)) {
      if (periods.length === MAX_PERIODS) throw new TooManyPeriods();
      periods.push(at);
    }
    return periods;
  }

  private valued(groups: Groups, rows: (id: string) => (leaf: Leaf) => readonly Row[]): Groups {
    return new Map([...groups].map(([id, keys]) => [id, [...keys, this.valueOf(this.definition, rows(id))]]));
  }

  private withGaps(groups: Groups): Evaluated['rows'] {
    const present = [...groups.values()].map((it) => ({ keys: it.slice(0, -1), value: it.at(-1) ?? null }));
    if (this.query.fill === 'none') return present;
    const time = this.names.indexOf(this.timeName ?? '');
    const points = this.cumulative
      ? this.leaves.flatMap((leaf) => this.rowsOf(leaf).flatMap((row) => this.pointOf(leaf, row) ?? []))
      : present.flatMap(({ keys }) => (keys[time] === null ? [] : [Number(keys[time])]));
    const combinations =
      this.names.length === 1 ? [[null]] : present.filter((it) => it.keys[time] !== null).map((it) => it.keys);
    const filled = this.periods(points).flatMap((period) =>
      combinations.map((it) => it.map((key, at) => (at === time ? period : key))),
    );
    const missing = new Map(
      filled.filter((keys) => !groups.has(JSON.stringify(keys))).map((keys) => [JSON.stringify(keys), keys]),
    );
    return [
      ...present,
      ...[...missing.values()].map((keys) => ({ keys, value: this.query.fill === 'zero' ? 0 : null })),
    ];
  }

  private valueOf(
    definition: MetricDefinition,
    rows: (leaf: Leaf) => readonly Row[],
    window: Cumulative | null = null,
  ): Cell {
    switch (definition.type) {
      case 'simple':
        return this.measure(definition, rows({ metric: definition, window }));
      case 'cumulative':
        return this.valueOf(this.named(definition.metric), rows, definition);
      case 'ratio':
        return divide(
          this.valueOf(this.named(definition.numerator), rows, window),
          this.valueOf(this.named(definition.denominator), rows, window),
        );
      case 'derived':
        return calculate(this.termOf(definition), (name) => this.valueOf(this.named(name), rows, window));
    }
  }

  private measure({ measure: { agg, column }, source }: Simple, rows: readonly Row[]): Cell {
    if (column === undefined) return rows.length;
    const type = this.world.tables.get(source)?.columns.find((it) => it.name === column)?.type ?? 'string';
    return aggregate(
      agg,
      type,
      rows.map((row) => row[column] ?? null),
    );
  }
}

/** Keys and value of each group, by the text of its keys. */
type Groups = Map<string, Cell[]>;
