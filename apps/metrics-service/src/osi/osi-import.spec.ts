import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Column, Json, MetricDefinition } from '@svc/contracts';
import { metricDefinition } from '@svc/contracts';
import fc from 'fast-check';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Catalogue } from '../metric/metric-change';
import { definitionsOf } from '../metric/metric-change';
import { decideImport, type ImportDecision } from './decide-import';
import { readOsi } from './read-osi';
import { validateOsi } from './validate-osi';
import { writeOsi } from './write-osi';

const SHARED = join(__dirname, '..', '..', '..', '..', '..', 'shared', 'osi');

const sales: Column[] = [
  { name: 'amount', type: 'decimal(12,2)' },
  { name: 'day', type: 'date' },
  { name: 'Region "x"', type: 'string' },
  { name: 'items', type: 'integer' },
];
const sources = new Map([
  ['sales', sales],
  [
    'visits',
    [
      { name: 'day', type: 'timestamptz' },
      { name: 'who', type: 'string' },
    ] satisfies Column[],
  ],
]);

function imported(
  document: Record<string, Json>,
  known: ReadonlyMap<string, readonly Column[]> = sources,
  catalogue: Catalogue = new Map(),
  replace = false,
): ImportDecision & { readonly fields: readonly { readonly name: string }[] } {
  const validation = validateOsi(document);
  if (!validation.ok) throw new Error(JSON.stringify(validation.errors));
  const { items, fields } = readOsi(validation.content, new Map(), {
    columns: known,
    uncertified: new Map([['secret', 'it was revoked.']]),
  });
  return {
    ...decideImport(
      items,
      {
        columns: known,
        uncertified: new Map(),
        who: { id: 'token:1', kind: 'token', role: 'editor', scopes: [], groups: [] },
        now: new Date(0),
        replace,
      },
      catalogue,
      () => ({ lastVersion: 0, access: null }),
    ),
    fields,
  };
}

function catalogueOf({ changes }: ImportDecision): Catalogue {
  return new Map(changes.map((it) => [it.metric.name, it.metric]));
}

function foreign(expression: string, more: object = {}): Record<string, Json> {
  const fields = ['amount', 'items'].map((name) => ({
    name,
    expression: { dialects: [{ dialect: 'ANSI_SQL', expression: name }] },
  }));
  const dimension = {
    name: 'region',
    dimension: { is_time: false },
    expression: { dialects: [{ dialect: 'ANSI_SQL', expression: '"Region ""x"""' }] },
  };
  const time = {
    name: 'sold',
    dimension: { is_time: true },
    expression: { dialects: [{ dialect: 'ANSI_SQL', expression: 'sales.day' }] },
  };
  return {
    version: '0.1.1',
    semantic_model: [
      {
        name: 'm',
        datasets: [{ name: 'orders', source: 'db.public.SALES', fields: [...fields, dimension, time] }],
        metrics: [{ name: 'n', expression: { dialects: [{ dialect: 'DATABRICKS', expression }] }, ...more }],
      },
    ],
  };
}

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

describe('a model of another tool', () => {
  it('defines a metric over the derivation that its dataset stands for, with its dimensions and its time', () => {
    expect(
      imported(foreign('SUM(orders.amount)', { description: 'Sold', ai_context: 'revenue' })).changes,
    ).toMatchObject([
      {
        kind: 'save',
        metric: {
          definition: {
            name: 'n',
            type: 'simple',
            source: 'sales',
            measure: { agg: 'sum', column: 'amount' },
            dimensions: ['Region "x"'],
            timeDimension: { column: 'day' },
            description: 'Sold',
            meta: { osi: { ai_context: 'revenue' } },
          },
        },
      },
    ]);
  });

  it('defines the two sides of a ratio with it', () => {
    expect(
      imported(foreign('SUM(amount) / NULLIF(COUNT(items), 0)')).changes.map((it) => it.metric.definition),
    ).toMatchObject([
      { name: 'n_numerator', measure: { agg: 'sum', column: 'amount' } },
      { name: 'n_denominator', measure: { agg: 'count', column: 'items' } },
      { name: 'n', type: 'ratio', numerator: 'n_numerator', denominator: 'n_denominator' },
    ]);
  });

  it.each<[string, Record<string, Json>, string, RegExp]>([
    [
      'an expression that says more',
      foreign('SUM(amount * items)'),
      '/semantic_model/0/metrics/0/expression',
      /more than AGG\(column\)/,
    ],
    [
      'a column that is not there',
      foreign('SUM(amuont)'),
      '/semantic_model/0/metrics/0',
      /no column "amuont"; did you mean "amount"/,
    ],
    [
      'a dataset that is not there',
      foreign('SUM(order.amount)'),
      '/semantic_model/0/metrics/0/expression',
      /no dataset "order"; did you mean "orders"/,
    ],
    [
      'a name that no metric can have',
      foreign('SUM(amount)', { name: 'Total Sales' }),
      '/semantic_model/0/metrics/0/name',
      /lower-case letters/,
    ],
    [
      'a description that would have to be cut',
      foreign('SUM(amount)', { description: 'x'.repeat(4097) }),
      '/semantic_model/0/metrics/0/description',
      /4097 characters; the most is 4096/,
    ],
    [
      'an aggregate of the wrong type',
      foreign('AVG("Region ""x""")'),
      '/semantic_model/0/metrics/0',
      /a string, which has no average/,
    ],
    [
      'our own extension when it is broken',
      foreign('SUM(amount)', {
        custom_extensions: [{ vendor_name: 'COMMON', data: '{"svc.metric/v1": {"name": "n", "type": "simple"}}' }],
      }),
      '/semantic_model/0/metrics/0/custom_extensions/0/data',
      /\/source/,
    ],
    [
      'our own extension under another name',
      foreign('SUM(amount)', {
        custom_extensions: [
          {
            vendor_name: 'COMMON',
            data: '{"svc.metric/v1": {"name": "other", "type": "ratio", "numerator": "a", "denominator": "b"}}',
          },
        ],
      }),
      '/semantic_model/0/metrics/0/custom_extensions/0/data',
      /defines "other"/,
    ],
  ])('is told about %s', (_, document, pointer, message) => {
    expect(imported(document)).toMatchObject({
      changes: [],
      refused: [{ pointer, message: expect.stringMatching(message) }],
    });
  });

  it('is told that a derivation is there and not certified, which is not the fault of the document', () => {
    const document = {
      version: '0.1.1',
      semantic_model: [
        {
          name: 'm',
          datasets: [{ name: 'd', source: 'db.secret' }],
          metrics: [{ name: 'n', expression: { dialects: [{ dialect: 'ANSI_SQL', expression: 'SUM(x)' }] } }],
        },
      ],
    };
    expect(imported(document).refused).toMatchObject([
      {
        cause: 'uncertified',
        message: '"secret", which stands for the dataset "d", is not certified: it was revoked.',
      },
    ]);
  });

  it('does not overwrite a metric unasked', () => {
    const before = catalogueOf(imported(foreign('SUM(amount)')));
    expect(imported(foreign('AVG(amount)'), sources, before)).toMatchObject({
      changes: [],
      refused: [{ cause: 'exists' }],
    });
    expect(imported(foreign('AVG(amount)'), sources, before, true).changes).toMatchObject([
      { kind: 'save', change: 'measure.agg: sum → average' },
    ]);
  });

  it('does not give one name to two metrics', () => {
    const document = foreign('SUM(amount) / COUNT(items)');
    const metrics = [
      ['n', 'SUM(amount) / COUNT(items)'],
      ['n_numerator', 'MAX(amount)'],
    ].map(([name, text]) => ({ name, expression: { dialects: [{ dialect: 'ANSI_SQL', expression: text }] } }));
    const [model] = z.array(z.record(z.string(), z.json())).parse(document['semantic_model']);
    const decision = imported(
      z.record(z.string(), z.json()).parse({ ...document, semantic_model: [{ ...model, metrics }] }),
      sources,
      new Map(),
      true,
    );
    expect(decision.refused).toMatchObject([
      { name: 'n', message: expect.stringContaining('"n_numerator", which another metric of the document has') },
    ]);
  });

  it('is told of a circle by its path', () => {
    const extension = (name: string, of: string): Json => ({
      name,
      expression: { dialects: [{ dialect: 'ANSI_SQL', expression: 'x' }] },
      custom_extensions: [
        { vendor_name: 'COMMON', data: JSON.stringify({ 'svc.metric/v1': { name, type: 'derived', expression: of } }) },
      ],
    });
    const document = {
      version: '0.1.1',
      semantic_model: [
        {
          name: 'm',
          datasets: [{ name: 'd', source: 'sales' }],
          metrics: [extension('a', 'b + 1'), extension('b', 'a + 1')],
        },
      ],
    };
    expect(imported(document).refused.map((it) => it.message)).toEqual([
      expect.stringContaining('b → a → b'),
      expect.stringContaining('a → b → a'),
    ]);
  });
});

(existsSync(SHARED) ? describe : describe.skip)(`the TPC-DS model (read from ${SHARED})`, () => {
  const types: Readonly<Record<string, string>> = {
    ss_ext_sales_price: 'decimal(7,2)',
    ss_sales_price: 'decimal(7,2)',
    ss_net_profit: 'decimal(7,2)',
    d_date: 'date',
    d_year: 'integer',
  };
  const numbers = /_(sk|quantity|number_employees|moy|qoy|space)$/;
  const tables = ['store_sales', 'date_dim', 'customer', 'item', 'store'];

  it.each(['0.1.1', '0.2.0.dev0'])('of version %s imports', (version) => {
    const document: Record<string, Json> = parse(
      readFileSync(join(SHARED, `tpcds_semantic_model-${version}.yaml`), 'utf8'),
    );
    const validation = validateOsi(document);
    if (!validation.ok) throw new Error('not valid');
    const known = new Map(
      validation.content.semantic_model.flatMap((model) =>
        model.datasets.map(
          (it) =>
            [
              it.name,
              it.fields.map(({ name }) => ({ name, type: types[name] ?? (numbers.test(name) ? 'integer' : 'string') })),
            ] as const,
        ),
      ),
    );
    expect([...known.keys()]).toEqual(tables);
    const decision = imported(document, known);
    expect(decision.refused).toEqual([]);
    expect(decision.changes.map((it) => it.metric.name)).toEqual([
      'total_sales',
      'total_profit',
      'customer_lifetime_value_numerator',
      'customer_lifetime_value_denominator',
      'customer_lifetime_value',
      'sales_by_brand',
      'store_productivity_numerator',
      'store_productivity_denominator',
      'store_productivity',
    ]);
    expect(decision.changes[0]?.metric.definition).toMatchObject({
      source: 'store_sales',
      measure: { agg: 'sum', column: 'ss_ext_sales_price' },
      description: 'Total sales revenue across all transactions',
      meta: { osi: { ai_context: { synonyms: ['total revenue', 'gross sales', 'sales amount'] } } },
    });
  });
});
