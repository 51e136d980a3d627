import type { Column, Grain, MetricCondition, MetricDefinition, MetricFilter, MetricQuery } from '@svc/contracts';
import fc from 'fast-check';
import type { Cell, Table } from './duckdb-tables';
import type { Term } from './row-evaluator';

const SHARED: readonly Column[] = [
  { name: 'select', type: 'string' },
  { name: 'Air "line" %', type: 'string' },
  { name: 'code', type: 'integer' },
  { name: 'price', type: 'decimal(12,3)' },
  { name: 'weight', type: 'number' },
  { name: 'late', type: 'boolean' },
];
const VISITS: readonly Column[] = [...SHARED, { name: 'day', type: 'date' }, { name: 'seen', type: 'timestamp' }];
const ORDERS: readonly Column[] = [...SHARED, { name: 'at', type: 'timestamptz' }, { name: 'seen', type: 'timestamp' }];
const SHARED_NAMES = SHARED.map((it) => it.name);

/** A stretch of history: a year, or the few days around a change of the clock, where hours and minutes are asked about. */
interface Era {
  readonly days: readonly string[];
  readonly instants: readonly string[];
  readonly now: string;
  readonly zones: readonly string[];
  readonly fine: boolean;
}

const around = (days: readonly string[], hours: readonly string[]): readonly string[] =>
  days.flatMap((day) => hours.map((hour) => `${day} ${hour}`));
const ERAS: readonly Era[] = [
  {
    days: [
      '2023-12-31',
      '2024-01-01',
      '2024-02-29',
      '2024-03-01',
      '2024-03-04',
      '2024-03-05',
      '2024-03-06',
      '2024-03-31',
      '2024-12-30',
    ],
    instants: [
      ...around(
        ['2023-12-31', '2024-01-01', '2024-02-29', '2024-03-05', '2024-12-30'],
        ['00:00:00', '05:00:00', '23:00:00'],
      ),
      '2024-03-05 10:30:00',
      '2024-03-05 10:29:59',
      '2024-01-07 23:59:59',
      '2024-01-08 00:00:00',
    ],
    now: '2024-03-05T10:30:00Z',
    zones: ['UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland'],
    fine: false,
  },
  // Forward at 01:00 UTC; no row inside a skipped hour, since there is none.
  {
    days: ['2024-03-30', '2024-03-31', '2024-04-01'],
    instants: around(
      ['2024-03-30', '2024-03-31'],
      ['00:30:00', '00:59:59', '01:00:00', '01:15:00', '22:00:00', '23:30:00'],
    ),
    now: '2024-03-31T12:00:00Z',
    zones: ['Europe/Berlin', 'UTC', 'Asia/Kolkata'],
    fine: true,
  },
  // Back at 06:00 UTC: 01:30 comes twice.
  {
    days: ['2024-11-02', '2024-11-03', '2024-11-04'],
    instants: around(
      ['2024-11-03', '2024-11-04'],
      ['03:59:59', '04:00:00', '05:30:00', '06:00:00', '06:30:00', '07:00:00'],
    ),
    now: '2024-11-03T06:10:00Z',
    zones: ['America/New_York'],
    fine: true,
  },
  // Forward at midnight: the day begins at one o'clock.
  {
    days: ['2018-11-03', '2018-11-04', '2018-11-05'],
    instants: around(['2018-11-04'], ['02:59:59', '03:00:00', '03:30:00', '12:00:00']),
    now: '2018-11-04T12:00:00Z',
    zones: ['America/Sao_Paulo'],
    fine: true,
  },
];

const TEXTS = ['', 'a', 'A', 'a%b', "o'hare", '"q"', 'é', '日本', '😀', '_', 'null', 'ab'];

function cellOf(type: string, era: Era): fc.Arbitrary<Exclude<Cell, null>> {
  switch (type) {
    case 'string':
      return fc.constantFrom(...TEXTS);
    case 'integer':
      return fc.integer({ min: -3, max: 5 });
    case 'decimal(12,3)':
      return fc.integer({ min: -3000, max: 3000 }).map((it) => (it / 1000).toFixed(3));
    case 'number':
      return fc.integer({ min: -16, max: 16 }).map((it) => it / 8);
    case 'boolean':
      return fc.boolean();
    case 'date':
      return fc.constantFrom(...era.days);
    default:
      return fc.constantFrom(...era.instants);
  }
}

function tableOf(columns: readonly Column[], era: Era): fc.Arbitrary<Table> {
  const row = fc.record(
    Object.fromEntries(columns.map((it) => [it.name, fc.option(cellOf(it.type, era), { freq: 5 })])),
  );
  return fc.array(row, { maxLength: 14 }).map((rows) => ({ columns, rows }));
}

const COARSE: readonly Grain[] = ['day', 'week', 'month', 'quarter', 'year'];

function simple(name: string): fc.Arbitrary<MetricDefinition> {
  return fc
    .record({
      onVisits: fc.boolean(),
      ownTime: fc.boolean(),
      grain: fc.option(fc.constantFrom(...COARSE), { nil: undefined }),
      measure: fc.oneof(
        fc.constant({ agg: 'count' as const }),
        fc.record({
          agg: fc.constantFrom('count' as const, 'count_distinct' as const),
          column: fc.constantFrom(...SHARED_NAMES),
        }),
        fc.record({
          agg: fc.constantFrom('sum' as const, 'average' as const, 'median' as const, 'min' as const, 'max' as const),
          column: fc.constantFrom('code', 'price', 'weight'),
        }),
      ),
    })
    .map((it) => ({
      name,
      type: 'simple',
      source: it.onVisits ? 'visits' : 'orders',
      measure: it.measure,
      dimensions: SHARED_NAMES,
      timeDimension: {
        column: it.ownTime ? 'seen' : it.onVisits ? 'day' : 'at',
        ...(it.grain === undefined ? {} : { grain: it.grain }),
      },
    }));
}

/** Divisors and rounded values are single metrics: there doubles that differ in their last digit must not decide. */
function term(names: readonly string[]): fc.Arbitrary<Term> {
  const name = fc.constantFrom(...names).map((it) => ({ name: it }));
  const leaf: fc.Arbitrary<Term> = fc.oneof(
    { weight: 4, arbitrary: name },
    { weight: 1, arbitrary: fc.constantFrom(0, 1, 2.5, 100).map((number) => ({ number })) },
  );
  const { tree } = fc.letrec<{ tree: Term }>((tie) => {
    const call = (ops: readonly string[], ...args: readonly fc.Arbitrary<Term>[]): fc.Arbitrary<Term> =>
      fc.record({ op: fc.constantFrom(...ops), args: fc.tuple(...args).map((it) => [...it]) });
    return {
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        call(['+', '-', '*', 'coalesce', 'greatest', 'least'], tie('tree'), tie('tree')),
        call(['/'], tie('tree'), name),
        call(['negate', 'abs'], tie('tree')),
        call(['nullif'], name, fc.constant({ number: 1 })),
      ),
    };
  });
  // Every expression names a metric.
  return fc.tuple(name, tree, fc.constantFrom('+', '-', '*')).map(([first, rest, op]) => ({ op, args: [first, rest] }));
}

function written(term: Term): string {
  if ('name' in term) return term.name;
  if ('number' in term) return String(term.number);
  const args = term.args.map(written);
  if (term.op === 'negate') return `-(${args[0] ?? ''})`;
  return /^\w/.test(term.op) ? `${term.op}(${args.join(', ')})` : `(${args.join(` ${term.op} `)})`;
}

const window = (fine: boolean): fc.Arbitrary<object> => {
  const grain = fc.constantFrom(...COARSE, ...(fine ? (['hour'] as const) : []));
  return fc.oneof(
    fc.constant({}),
    fc.record({ toDate: fc.constantFrom(...COARSE) }),
    fc.record({ window: fc.record({ count: fc.integer({ min: 1, max: 5 }), grain }) }),
  );
};

export interface Example {
  readonly asked: string;
  readonly definitions: ReadonlyMap<string, MetricDefinition>;
  readonly terms: ReadonlyMap<string, Term>;
  readonly query: MetricQuery;
  readonly tables: ReadonlyMap<string, Table>;
  readonly now: string;
}

/** Two sources, three simple metrics over them, metrics made of those in every way, and a query of one of them. */
export const examples: fc.Arbitrary<Example> = fc
  .record({
    era: fc.constantFrom(...ERAS),
    a: simple('a'),
    b: simple('b'),
    c: simple('c'),
    asked: fc.constantFrom('a', 'ab', 'abc', 'derived', 'cumulative', 'cumulative', 'mixed'),
    of: fc.constantFrom('a', 'ab', 'derived'),
    derived: term(['a', 'b', 'ab']),
    mixed: term(['cumulative', 'a', 'c']),
  })
  .chain((it) => {
    const fine = it.era.fine && [it.a, it.b, it.c].every((definition) => definition.timeDimension?.column !== 'day');
    return window(fine).chain((accumulated) => {
      const all: readonly MetricDefinition[] = [
        it.a,
        it.b,
        it.c,
        { name: 'ab', type: 'ratio', numerator: 'a', denominator: 'b' },
        { name: 'abc', type: 'ratio', numerator: 'ab', denominator: 'c' },
        { name: 'derived', type: 'derived', expression: written(it.derived) },
        { name: 'cumulative', type: 'cumulative', metric: it.of, ...accumulated },
        { name: 'mixed', type: 'derived', expression: written(it.mixed) },
      ];
      const definitions = new Map(all.map((definition) => [definition.name, definition]));
      const terms = new Map([
        ['derived', it.derived],
        ['mixed', it.mixed],
      ]);
      const first = timeNameOf(it.asked, definitions, terms);
      const accumulates =
        it.asked === 'cumulative' || (it.asked === 'mixed' && written(it.mixed).includes('cumulative'));
      const query = queryOf({
        time: definitions.get(first)?.timeDimension?.column ?? '',
        era: it.era,
        fine,
        accumulates,
        plain: it.asked === 'a',
      });
      return fc.record({
        asked: fc.constant(it.asked),
        definitions: fc.constant(definitions),
        terms: fc.constant(terms),
        now: fc.constant(it.era.now),
        query,
        tables: fc.tuple(tableOf(VISITS, it.era), tableOf(ORDERS, it.era)).map(
          ([visits, orders]) =>
            new Map([
              ['visits', visits],
              ['orders', orders],
            ]),
        ),
      });
    });
  });

/** The simple metric whose time column names time. */
function timeNameOf(
  name: string,
  definitions: ReadonlyMap<string, MetricDefinition>,
  terms: ReadonlyMap<string, Term>,
): string {
  const definition = definitions.get(name);
  if (definition?.type === 'ratio') return timeNameOf(definition.numerator, definitions, terms);
  if (definition?.type === 'cumulative') return timeNameOf(definition.metric, definitions, terms);
  return definition?.type === 'derived' ? timeNameOf(firstName(terms.get(name)) ?? '', definitions, terms) : name;
}

function firstName(term: Term | undefined): string | undefined {
  if (term === undefined || 'number' in term) return undefined;
  return 'name' in term ? term.name : term.args.map(firstName).find((it) => it !== undefined);
}

interface Asked {
  readonly time: string;
  readonly era: Era;
  readonly fine: boolean;
  readonly accumulates: boolean;
  /** Its sources keep time in one type, so that time may be asked for as it is stored. */
  readonly plain: boolean;
}

function queryOf({ time, era, fine, accumulates, plain }: Asked): fc.Arbitrary<MetricQuery> {
  const filter = fc.oneof(...SHARED.map((it) => filterOf(it, era)));
  const { condition } = fc.letrec<{ condition: MetricCondition }>((tie) => ({
    condition: fc.oneof(
      { depthSize: 'small' },
      ...(accumulates ? [filter] : [filter, timeFilter(time, era, false)]),
      fc.record({ and: fc.array(tie('condition'), { minLength: 1, maxLength: 2 }) }),
      fc.record({ or: fc.array(tie('condition'), { minLength: 1, maxLength: 2 }) }),
      fc.record({ not: tie('condition') }),
    ),
  }));
  const grain = fc.constantFrom(...COARSE, ...(fine ? (['hour', 'minute'] as const) : []));
  return fc
    .record({
      group_by: fc.shuffledSubarray([...SHARED_NAMES, time], { maxLength: 3 }),
      grain: plain && !accumulates ? fc.option(grain, { freq: 2, nil: undefined }) : grain,
      timezone: fc.constantFrom(...era.zones),
      filters: fc.array(fc.oneof(condition, timeFilter(time, era, accumulates)), { maxLength: 2 }),
      fill: fc.constantFrom('none' as const, 'null' as const, 'zero' as const),
      order: fc.constantFrom([], ['value'], ['first']),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
      totals: fc.boolean(),
    })
    .map(({ grain: asked, direction, order, ...it }) => {
      const filled = asked !== undefined && asked !== 'minute';
      const by = order[0] === 'first' ? it.group_by[0] : undefined;
      return {
        ...it,
        ...(asked === undefined ? {} : { grain: asked }),
        fill: filled ? it.fill : 'none',
        totals: it.totals && !accumulates,
        order: by === undefined ? [] : [{ by, direction }],
        limit: 10_000,
      };
    });
}

const plainOps = ['eq', 'neq', 'in', 'not_in'];
const orderOps = ['gt', 'gte', 'lt', 'lte', 'between', 'not_between'];
const textOps = ['contains', 'not_contains', 'starts_with', 'not_starts_with', 'ends_with', 'not_ends_with'];

function filterOf(column: Column, era: Era): fc.Arbitrary<MetricFilter> {
  const cell = cellOf(column.type, era);
  const ops = [
    ...plainOps,
    'is_null',
    'is_not_null',
    ...(column.type === 'boolean' ? [] : orderOps),
    ...(column.type === 'string' ? textOps : []),
  ];
  return fc.constantFrom(...ops).chain((op): fc.Arbitrary<MetricFilter> => {
    if (op.startsWith('is_')) return fc.constant({ column: column.name, op });
    const list = fc.array(fc.option(cell, { freq: 6 }), { maxLength: 4 });
    const value = op.endsWith('between')
      ? fc.tuple(cell, cell).map(([low, high]) => [low, high])
      : plainOps.includes(op)
        ? fc.oneof(fc.option(cell, { freq: 6 }), list)
        : cell;
    return value.map((it) => ({ column: column.name, op, value: it }));
  });
}

function timeFilter(column: string, era: Era, oneStretch: boolean): fc.Arbitrary<MetricFilter> {
  const point = fc.oneof(
    fc.constantFrom(...era.days),
    fc.constantFrom(...era.instants).map((it) => `${it.replace(' ', 'T')}Z`),
    fc.constantFrom(...era.days).map((it) => `${it}T12:30:00`),
  );
  const negated = (op: string): fc.Arbitrary<string> =>
    oneStretch ? fc.constant(op) : fc.constantFrom(op, `not_${op}`);
  return fc
    .oneof(
      fc.record({ op: fc.constantFrom('before', 'before_or_on', 'after', 'after_or_on'), value: point }),
      fc.record({ op: fc.constantFrom('on_date'), value: fc.constantFrom(...era.days) }),
      fc.record({ op: negated('in_date_range'), value: fc.tuple(point, point).map(([from, to]) => [from, to]) }),
      fc.record({ op: negated('in_past'), value: fc.integer({ min: 1, max: 40 }).map((it) => [it, 'day']) }),
      fc.record({ op: fc.constant('in_next'), value: fc.integer({ min: 1, max: 40 }).map((it) => [it, 'day']) }),
      fc.record({ op: negated('in_current'), value: fc.constantFrom(...COARSE) }),
    )
    .map((it) => ({ column, ...it }));
}
