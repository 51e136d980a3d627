import { exportOsi, getMetric, importOsi, metricHistory, type RequestInput } from '@svc/contracts';
import { refusal } from '@svc/testing';
import { as, call, harness, names, put, remove, visits } from './metric-calls';

const load = (document: RequestInput<typeof importOsi>['body'], asked: RequestInput<typeof importOsi>['query'] = {}) =>
  call((it) => it.call(importOsi, { params: {}, query: asked, body: document }, as));

/** As it arrives at whoever saved it to a file. */
const saved = (document: object): RequestInput<typeof importOsi>['body'] => JSON.parse(JSON.stringify(document));

/** A metric of each kind, in an order in which they can be defined; the reverse is one in which they can be deleted. */
const EVERY_KIND = [
  { name: 'month_to_date', type: 'cumulative', metric: 'revenue', toDate: 'month' },
  { name: 'last_two_days', type: 'cumulative', metric: 'revenue', window: { count: 2, grain: 'day' } },
  { name: 'running', type: 'cumulative', metric: 'revenue' },
  { name: 'first_shop', type: 'simple', source: 'sales', measure: { agg: 'min', column: 'shop' } },
  { name: 'by_nothing', type: 'simple', source: 'sales', measure: { agg: 'count' } },
  { name: 'narrow', type: 'derived', expression: 'revenue / by_nothing' },
  { name: 'per_visitor', type: 'derived', expression: 'coalesce(revenue, 0) / visitors' },
  { name: 'doubled', type: 'derived', expression: 'revenue * 2 - 0.1' },
  { name: 'outer', type: 'derived', expression: 'doubled + 1' },
];

describe('an OSI document', () => {
  const before: Record<string, unknown> = {};

  beforeAll(async () => {
    for (const definition of EVERY_KIND) await put(definition);
  });

  it('restores every metric exactly after they are gone', async () => {
    const document = await call((it) => it.call(exportOsi, { params: {}, query: {} }, as));
    expect(document.version).toBe('0.1.1');
    const all = await names();
    for (const name of all)
      before[name] = (await call((it) => it.call(getMetric, { params: { name }, query: {} }, as))).etag;
    for (const name of [...EVERY_KIND.map((it) => it.name).reverse(), 'revenue', 'visitors']) await remove(name);
    expect(await names()).toEqual([]);
    const answer = await load(saved(document));
    expect({ ...answer, created: [...answer.created].sort() }).toEqual({
      created: all,
      updated: [],
      unchanged: [],
      skipped: [],
      unused_fields: [],
    });
    for (const name of all)
      expect((await call((it) => it.call(getMetric, { params: { name }, query: {} }, as))).etag).toBe(before[name]);
    expect(await load(saved(document))).toMatchObject({ created: [], unchanged: expect.arrayContaining(all) });
    expect(
      (await call((it) => it.call(metricHistory, { params: { name: 'outer' }, query: {} }, as))).items.map(
        (it) => it.change,
      ),
    ).toEqual(['created again', 'deleted', 'created']);
  });

  const expression = (text: string) => ({ dialects: [{ dialect: 'ANSI_SQL', expression: text }] });
  const model = (...metrics: readonly (readonly [string, string])[]) => ({
    version: '0.1.1',
    semantic_model: [
      {
        name: 'm',
        datasets: [
          { name: 'sales', source: 'db.sales' },
          { name: 'gone', source: 'gone' },
        ],
        metrics: metrics.map(([name, text]) => ({ name, expression: expression(text) })),
      },
    ],
  });

  it('is imported whole or not at all', async () => {
    const error = await refusal(
      load(model(['good', 'SUM(sales.amount)'], ['bad', 'SUM(sales.amount * 2)'], ['late', 'SUM(gone.x)'])),
    );
    expect(error).toMatchObject({
      code: 'invalid-metric',
      facts: {
        errors: [
          { pointer: '/body/semantic_model/0/metrics/1/expression' },
          { pointer: '/body/semantic_model/0/metrics/2/expression' },
        ],
      },
    });
    expect(await names()).not.toContain('good');
  });

  it('is imported as far as it can be when that is asked, with the reasons for the rest', async () => {
    expect(
      await load(model(['good', 'SUM(sales.amount)'], ['bad', 'SUM(sales.amount * 2)']), { partial: 'true' }),
    ).toMatchObject({ created: ['good'], skipped: [{ name: 'bad', pointer: '/body/semantic_model/0/metrics/1' }] });
  });

  it('overwrites nothing unasked', async () => {
    expect((await refusal(load(model(['good', 'AVG(sales.amount)'])))).code).toBe('conflict');
    expect(await load(model(['good', 'AVG(sales.amount)']), { replace: 'true' })).toMatchObject({ updated: ['good'] });
  });

  it('finds the derivation it is told to', async () => {
    const document = {
      version: '0.2.0.dev0',
      semantic_model: [
        {
          name: 'm',
          datasets: [{ name: 'orders', source: 'x.y.z' }],
          metrics: [{ name: 'told', expression: expression('SUM(orders.amount)') }],
        },
      ],
    };
    expect((await refusal(load(saved(document)))).detail).toMatch(
      /no certified derivation matches the dataset "orders"/,
    );
    expect(await refusal(load(document, { sources: 'ordres=sales' }))).toMatchObject({
      code: 'invalid-request',
      facts: {
        errors: [
          {
            pointer: '/query/sources',
            message: expect.stringContaining('no dataset "ordres" in the document; did you mean "orders"?'),
          },
        ],
      },
    });
    expect(await load(document, { sources: 'orders=sales' })).toMatchObject({ created: ['told'] });
  });

  it('is refused while a derivation it stands on is not certified, which is a conflict and no mistake', async () => {
    harness.world.withdraw('visits', 'its newest run was revoked.');
    const document = {
      version: '0.1.1',
      semantic_model: [
        {
          name: 'm',
          datasets: [{ name: 'visits', source: 'visits' }],
          metrics: [{ name: 'later', expression: expression('COUNT(*)') }],
        },
      ],
    };
    expect(await refusal(load(saved(document)))).toMatchObject({
      code: 'uncertified-source',
      detail: expect.stringContaining('its newest run was revoked.'),
    });
    await harness.world.certify('visits', visits);
    expect(await load(saved(document))).toMatchObject({ created: ['later'] });
  });

  it('is refused whole when it is malformed, also when a part was asked', async () => {
    expect(
      await refusal(load({ version: '0.1.1', semantic_model: [{ name: 'm' }] }, { partial: 'true' })),
    ).toMatchObject({ code: 'invalid-metric', facts: { errors: [{ pointer: '/body/semantic_model/0' }] } });
  });
});
