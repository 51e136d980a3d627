import type { MetricDefinition } from '@svc/contracts';
import { metricDefinition } from '@svc/contracts';
import fc from 'fast-check';
import { definitionsOf } from '../metric/definition/metric-change';
import { readOsi } from './read-osi';
import { validateOsi } from './validate-osi';
import { writeOsi } from './write-osi';
import { sources, imported, catalogueOf } from '../../test/osi-documents';

const simple: fc.Arbitrary<object> = fc.record(
  {
    type: fc.constant('simple'),
    source: fc.constant('sales'),
    measure: fc.record({
      agg: fc.constantFrom('sum', 'average', 'count', 'count_distinct', 'min', 'max', 'median'),
      column: fc.constantFrom('amount', 'items'),
    }),
    dimensions: fc.subarray(['Region "x"', 'items']),
    timeDimension: fc.constantFrom({ column: 'day' }, { column: 'day', grain: 'month' }),
    label: fc.string({ maxLength: 9 }),
    description: fc.string({ maxLength: 30 }),
    meta: fc.dictionary(
      fc.string({ maxLength: 5 }),
      fc.jsonValue({ maxDepth: 2 }).map((it): unknown => JSON.parse(JSON.stringify(it))),
      { maxKeys: 2 },
    ),
  },
  { requiredKeys: ['type', 'source', 'measure', 'dimensions', 'timeDimension'] },
);

describe('a model that the service exported', () => {
  it('restores exactly, whatever the metrics', () => {
    fc.assert(
      fc.property(
        fc.array(simple, { minLength: 1, maxLength: 4 }),
        fc.constantFrom({ window: { count: 7, grain: 'day' } }, { toDate: 'year' }, {}),
        (parts, window) => {
          const all = [
            ...parts.map((it, index) => ({ name: `s${index}`, ...it })),
            {
              name: 'visitors',
              type: 'simple',
              source: 'visits',
              measure: { agg: 'count_distinct', column: 'who' },
              timeDimension: { column: 'day', grain: 'hour' },
            },
            { name: 'a_ratio', type: 'ratio', numerator: 's0', denominator: 'visitors', dimensions: [] },
            { name: 'a_derived', type: 'derived', expression: '-(s0 / 2.5) + coalesce(a_ratio, visitors)' },
            { name: 'a_cumulative', type: 'cumulative', metric: 's0', ...window },
          ].map((it) => metricDefinition.parse(it));
          const document = writeOsi(new Map(all.map((it) => [it.name, it])));
          const decision = imported(document);
          expect(decision.refused).toEqual([]);
          expect(decision.changes.map((it) => it.metric.definition)).toEqual(expect.arrayContaining(all));
          expect(decision.changes).toHaveLength(all.length);
          expect(writeOsi(definitionsOf(catalogueOf(decision)))).toEqual(document);
          expect(imported(document, sources, catalogueOf(decision)).changes.map((it) => it.kind)).toEqual(
            all.map(() => 'keep'),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('stands on another derivation where that is asked', () => {
    const total = metricDefinition.parse({
      name: 'total',
      type: 'simple',
      source: 'sales',
      measure: { agg: 'sum', column: 'amount' },
    });
    const validation = validateOsi(writeOsi(new Map([['total', total]])));
    if (!validation.ok) throw new Error('not valid');
    const { items } = readOsi(validation.content, new Map([['sales', 'sales_of_last_year']]), {
      columns: sources,
      uncertified: new Map(),
    });
    expect(items).toMatchObject([{ name: 'total', definitions: [{ ...total, source: 'sales_of_last_year' }] }]);
  });

  it('is a valid document without any metric, too', () => {
    expect(imported(writeOsi(new Map()))).toMatchObject({ changes: [], refused: [] });
  });

  it('says in SQL what other tools can read', () => {
    const define = (it: object): [string, MetricDefinition] => {
      const definition = metricDefinition.parse(it);
      return [definition.name, definition];
    };
    const document = writeOsi(
      new Map([
        define({ name: 'middle', type: 'simple', source: 'sales', measure: { agg: 'median', column: 'Region "x"' } }),
        define({ name: 'total', type: 'simple', source: 'sales', measure: { agg: 'sum', column: 'amount' } }),
        define({ name: 'share', type: 'ratio', numerator: 'total', denominator: 'middle' }),
        define({ name: 'twice', type: 'derived', expression: '2 * -total' }),
        define({ name: 'running', type: 'cumulative', metric: 'total', toDate: 'month', description: 'So far.' }),
      ]),
    );
    expect(
      JSON.stringify(document)
        .match(/(?<="expression":")(?:[^"\\]|\\.)*(?=")/g)
        ?.map((it) => it.replaceAll('\\"', '"')),
    ).toEqual([
      '"Region ""x"""',
      'amount',
      'PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY sales."Region ""x""")',
      'SUM(sales.amount)',
      '(SUM(sales.amount)) / (PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY sales."Region ""x"""))',
      'SUM(sales.amount)',
      '(2 * (-(SUM(sales.amount))))',
    ]);
    expect(JSON.stringify(document)).toContain(
      'So far. (Accumulated over the month to date; the expression is that of one period.)',
    );
  });
});
