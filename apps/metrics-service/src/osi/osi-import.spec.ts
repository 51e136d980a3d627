import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '@svc/contracts';
import { parse } from 'yaml';
import { z } from 'zod';
import { validateOsi } from './validate-osi';
import { sources, imported, catalogueOf } from '../../test/osi-documents';

const SHARED = join(__dirname, '..', '..', '..', '..', '..', 'shared', 'osi');

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
      /4097 characters; the maximum is 4096/,
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
        message: '"secret", used for the dataset "d", is not certified: it was revoked.',
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
