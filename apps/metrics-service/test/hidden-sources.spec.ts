import {
  checkMetric,
  compileMetric,
  deleteMetric,
  exportOsi,
  getMetric,
  importOsi,
  type Principal,
  queryJson,
  queryMetricRows,
} from '@svc/contracts';
import { byName } from './sight-objects';
import { ada, stu, root, PRIVATE, REASON, harness, as, put, query, share, refusal, sum } from './hidden-pay';

const COMPOSED = ['pay_each', 'pay_derived', 'pay_to_date', 'pay_deep'] as const;

describe('a metric over a derivation that the caller may not see', () => {
  beforeAll(() => {
    harness.world.access.set('payroll', PRIVATE);
  });
  afterAll(() => {
    harness.world.access.delete('payroll');
  });

  it.each(['pay', ...COMPOSED])(
    'is refused as over one that does not exist, whatever its certification says: %s',
    async (name) => {
      harness.world.withdraw('payroll', REASON);
      const refused = await refusal(query(name, stu));
      expect(refused).toMatchObject({
        code: 'uncertified-source',
        facts: { data: { sources: [{ name: 'payroll', reason: 'there is no derivation of that name.' }] } },
      });
      expect(await refusal(query(name, ada))).toMatchObject({
        code: 'uncertified-source',
        detail: expect.stringContaining(REASON),
      });
      const source = harness.world.sources.get('payroll');
      if (source !== undefined) harness.world.sources.set('payroll', { ...source, certified: true });
      expect(await refusal(query(name, stu))).toMatchObject({
        code: 'uncertified-source',
        detail: expect.not.stringContaining(REASON),
      });
    },
  );

  it('is answered to a caller who sees it, and not from what somebody else was answered', async () => {
    for (const who of [ada, root]) expect((await query('pay', who)).rows).toEqual([['2024-01-01', 7001]]);
    const asked = harness.world.queries.length;
    const works: (() => Promise<unknown>)[] = [
      () => query('pay', stu),
      () => harness.gateway.call(compileMetric, { ...byName('pay'), body: {} }, as(stu)),
      () => harness.gateway.call(queryMetricRows, { ...byName('pay'), body: {} }, as(stu)),
    ];
    for (const work of works) {
      expect(await refusal(work())).toMatchObject({ code: 'uncertified-source' });
    }
    expect(
      await refusal(
        harness.gateway.call(
          queryJson,
          {
            params: {},
            query: {},
            body: { range: { from: '2024-01-01T00:00:00Z', to: '2024-02-01T00:00:00Z' }, targets: [{ target: 'pay' }] },
          },
          as(stu),
        ),
      ),
    ).toMatchObject({ code: 'uncertified-source' });
    expect(harness.world.queries).toHaveLength(asked);
  });

  it('cannot be defined, and its columns are not told', async () => {
    const mine = sum('mine', 'payroll', 'salry');
    for (const work of [
      () => put(mine, stu),
      () => harness.gateway.call(checkMetric, { ...byName('mine'), body: mine }, as(stu)),
    ]) {
      const refused = await refusal(work());
      expect(refused).toMatchObject({ code: 'uncertified-source' });
      expect(JSON.stringify(refused)).not.toContain('salary');
    }
    expect(await refusal(put(mine, ada))).toMatchObject({
      code: 'invalid-metric',
      detail: expect.stringContaining('salary'),
    });
  });
});

describe('a metric made of one that the caller may not see', () => {
  beforeAll(() => share('pay', 'private'));
  afterAll(() => share('pay', 'project'));

  it.each(COMPOSED)('has no value for them, and says no more than if that did not exist: %s', async (name) => {
    const refused = await refusal(query(name, stu));
    expect(refused).toMatchObject({ code: 'conflict', detail: expect.stringContaining('there is no metric "pay"') });
    expect(JSON.stringify(refused)).not.toMatch(/payroll|salary|did you mean/);
    for (const who of [ada, root]) expect((await query(name, who)).row_count).toBe(1);
  });

  it('cannot be defined by them: the name is none, nor among those suggested', async () => {
    const refused = await refusal(put({ name: 'mine', type: 'ratio', numerator: 'pay', denominator: 'people' }, stu));
    expect(refused).toMatchObject({
      code: 'invalid-metric',
      detail: expect.stringContaining('there is no metric "pay"'),
    });
    expect(JSON.stringify(refused)).not.toMatch(/did you mean \\?"pay\\?"|payroll/);
  });

  it('is not exported to them, for its expression would tell', async () => {
    const names = async (who: Principal) => {
      const {
        semantic_model: [model],
      } = await harness.gateway.call(exportOsi, { params: {}, query: {} }, as(who));
      return JSON.stringify(model);
    };
    expect(await names(stu)).not.toMatch(/pay|salary/);
    for (const name of COMPOSED) expect(await names(ada)).toContain(name);
  });
});

describe('what others make of a metric', () => {
  const base = sum('base', 'heads', 'people');

  beforeAll(async () => {
    await put(base);
    for (const name of ['secret_one', 'secret_two', 'plain'])
      await put({ name, type: 'ratio', numerator: 'base', denominator: 'people', dimensions: ['team'] });
    for (const name of ['secret_one', 'secret_two']) await share(name, 'private');
  });

  it('is counted and not named where it may not be seen, when the metric is in use', async () => {
    const remove = (who: Principal) =>
      refusal(harness.gateway.call(deleteMetric, { ...byName('base'), if_match: '*' }, as(who)));
    expect(await remove(stu)).toMatchObject({
      code: 'in-use',
      detail: '"base" is an operand of "plain" and 2 that you may not see. Delete or change that first.',
      facts: { data: { used_by: ['plain'] } },
    });
    expect(await remove(ada)).toMatchObject({ facts: { data: { used_by: ['plain', 'secret_one', 'secret_two'] } } });
  });

  it('is not broken either, and not named', async () => {
    const change = { ...base, dimensions: [] };
    expect(await refusal(put(change, stu, { if_match: '*' }))).toMatchObject({
      code: 'invalid-metric',
      detail: expect.stringContaining('would break "plain"'),
    });
    await harness.gateway.call(deleteMetric, { ...byName('plain'), if_match: '*' }, as(ada));
    const refused = await refusal(put(change, stu, { if_match: '*' }));
    expect(refused).toMatchObject({
      code: 'invalid-metric',
      detail: expect.stringMatching(/would break 2 that you may not see$/),
    });
    expect(JSON.stringify(refused)).not.toContain('secret');
  });

  it('tells nothing of what else it is made of', async () => {
    await put(sum('hidden_part', 'heads', 'people'));
    await put({ name: 'mixed', type: 'ratio', numerator: 'base', denominator: 'hidden_part', dimensions: ['team'] });
    await share('hidden_part', 'private');
    for (const name of ['secret_one', 'secret_two'])
      await harness.gateway.call(deleteMetric, { ...byName(name), if_match: '*' }, as(ada));
    expect(await refusal(put({ ...base, dimensions: [] }, stu, { if_match: '*' }))).toMatchObject({
      detail: expect.stringMatching(/would break "mixed", which also uses metrics that you may not see$/),
    });
  });

  it('is not overwritten by an import, which says that the name is taken', async () => {
    await put(sum('taken', 'heads', 'people'));
    await share('taken', 'private');
    const expression = { dialects: [{ dialect: 'ANSI_SQL', expression: 'SUM(people)' }] };
    const document = {
      version: '0.1.1',
      semantic_model: [
        {
          name: 'm',
          datasets: [{ name: 'heads', source: 'heads', fields: [] }],
          metrics: [
            { name: 'taken', expression },
            { name: 'untaken', expression },
          ],
        },
      ],
    };
    const run = (partial: 'true' | 'false') =>
      harness.gateway.call(
        importOsi,
        { params: {}, query: { replace: 'true', partial }, body: importOsi.body.parse(document) },
        as(stu),
      );
    expect(await refusal(run('false'))).toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('The name "taken" is taken; choose another.'),
    });
    expect(await run('true')).toMatchObject({
      created: ['untaken'],
      updated: [],
      unchanged: [],
      skipped: [{ name: 'taken', reason: 'The name "taken" is taken; choose another.' }],
    });
    expect(await harness.gateway.call(getMetric, byName('taken'), as(ada))).toMatchObject({ version: 1 });
  });
});
