import type { MetricDefinition, MetricQuery } from '@svc/contracts';
import fc from 'fast-check';
import type { Table } from './duckdb-tables';
import { COARSE, ERAS, VISITS, ORDERS, SHARED_NAMES, tableOf } from './random-cells';
import { queryOf } from './random-queries';
import type { Term } from './row-arithmetic';

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

/** Divisors and rounded values are single metrics: there a difference in the last digit of doubles must not decide. */
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

/** Two sources, three simple metrics over them, metrics derived from those in every way, and a query of one of them. */
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
