import { checkMetric, metricDefinition } from '@svc/contracts';
import { refusal } from '@svc/testing';
import { as, call, put, query, remove, names } from './metric-calls';

describe('a derived metric', () => {
  it('calculates with metrics of several sources, exactly where it can, and names every certificate', async () => {
    await put({ name: 'doubled', type: 'derived', expression: 'revenue * 2 - 0.1' });
    await put({ name: 'per_visitor', type: 'derived', expression: 'coalesce(revenue, 0) / visitors' });
    expect((await query('doubled', { group_by: ['shop'] })).rows).toEqual([
      ['A', '32.10'],
      ['B', '0.30'],
    ]);
    const answer = await query('per_visitor', { group_by: ['shop'] });
    expect(answer.rows).toEqual([
      ['A', 8.05],
      ['B', null],
      ['C', 0],
    ]);
    expect(answer.sources.map((it) => it.derivation)).toEqual(['sales', 'visits']);
  });

  it('is asked only about what all its metrics declare', async () => {
    await put({ name: 'by_nothing', type: 'simple', source: 'sales', measure: { agg: 'count' } });
    await put({ name: 'narrow', type: 'derived', expression: 'revenue / by_nothing' });
    expect(await refusal(query('narrow', { group_by: ['shop'] }))).toMatchObject({ code: 'undeclared-dimension' });
  });

  it('is refused when it is written wrongly, and told where', async () => {
    const wrong = async (expression: string) =>
      (await refusal(put({ name: 'wrong', type: 'derived', expression }))).facts.errors;
    expect(await wrong('revenue +')).toEqual([
      { pointer: '/body/expression', message: 'ends where a metric, a number or "(" should follow' },
    ]);
    expect(await wrong('revenue + revenu')).toEqual([
      {
        pointer: '/body/expression',
        message: expect.stringContaining('there is no metric "revenu"; did you mean "revenue"?'),
      },
    ]);
    expect(await wrong('1 + 1')).toEqual([{ pointer: '/body/expression', message: 'names no metric' }]);
    await put({ name: 'first_shop', type: 'simple', source: 'sales', measure: { agg: 'min', column: 'shop' } });
    expect(await wrong('first_shop * 2')).toEqual([
      { pointer: '/body/expression', message: '"*" takes numbers, but "first_shop", the min of "shop", is a string' },
    ]);
  });

  it('cannot be made of itself, and the way round is told', async () => {
    await put({ name: 'outer', type: 'derived', expression: 'doubled + 1' });
    expect((await refusal(put({ name: 'doubled', type: 'derived', expression: 'outer * 2' }, '*'))).detail).toContain(
      'doubled → outer → doubled',
    );
  });

  it('keeps what it is made of from being deleted, or changed so that it breaks', async () => {
    expect(await refusal(remove('doubled'))).toMatchObject({ code: 'in-use', facts: { data: { used_by: ['outer'] } } });
    expect(
      (
        await refusal(
          put({ name: 'revenue', type: 'simple', source: 'sales', measure: { agg: 'max', column: 'shop' } }, '*'),
        )
      ).detail,
    ).toMatch(/would break "doubled": "\*" takes numbers/);
  });
});

describe('checking a definition', () => {
  const check = (definition: object) => {
    const body = metricDefinition.parse(definition);
    return call((it) => it.call(checkMetric, { params: { name: body.name }, query: {}, body }, as));
  };

  it('says what saving would change, and saves nothing', async () => {
    const before = await names();
    expect(await check({ name: 'unsaved', type: 'derived', expression: 'revenue / visitors' })).toEqual({
      change: 'created',
      dimensions: ['shop', 'sold_at'],
      sources: ['sales', 'visits'],
    });
    expect((await check({ name: 'doubled', type: 'derived', expression: 'revenue * 2' })).change).toBe(
      'expression: revenue * 2 - 0.1 → revenue * 2',
    );
    expect((await check({ name: 'doubled', type: 'derived', expression: 'revenue * 2 - 0.1' })).change).toBe('');
    expect(await names()).toEqual(before);
  });

  it('refuses what saving would refuse', async () => {
    expect(await refusal(check({ name: 'doubled', type: 'derived', expression: 'outer / 2' }))).toMatchObject({
      code: 'invalid-metric',
    });
    expect(await refusal(check({ name: 'osi', type: 'derived', expression: 'revenue' }))).toMatchObject({
      facts: { errors: [{ pointer: '/body/name', message: expect.stringContaining('path of the OSI document') }] },
    });
    expect(
      await refusal(check({ name: 'x', type: 'derived', expression: 'revenue', meta: { note: ['a\u0000b'] } })),
    ).toMatchObject({ facts: { errors: [{ pointer: '/body/meta' }] } });
    expect(
      await check({ name: 'x', type: 'derived', expression: 'revenue', description: 'a \\u0000 that is spelled out' }),
    ).toMatchObject({ change: 'created' });
  });
});

describe('a cumulative metric', () => {
  it('recomputes each period over its window, periods without rows included', async () => {
    await put({ name: 'running', type: 'cumulative', metric: 'revenue' });
    await put({ name: 'last_two_days', type: 'cumulative', metric: 'revenue', window: { count: 2, grain: 'day' } });
    await put({ name: 'month_to_date', type: 'cumulative', metric: 'revenue', toDate: 'month' });
    const first = { filters: [{ column: 'sold_at', op: 'before', value: '2024-01-05' }] };
    expect((await query('running', { grain: 'day', ...first })).rows).toEqual([
      ['2024-01-01 00:00:00', '10.30'],
      ['2024-01-02 00:00:00', '10.30'],
      ['2024-01-03 00:00:00', '15.30'],
    ]);
    expect((await query('last_two_days', { grain: 'day', ...first })).rows.map((it) => it[1])).toEqual([
      '10.30',
      '10.30',
      '5.00',
    ]);
    expect((await query('month_to_date', { grain: 'week' })).rows.map((it) => it[1])).toEqual([
      '15.30',
      '15.30',
      '15.30',
      '15.30',
      '1.00',
    ]);
    expect(
      (
        await query('running', {
          grain: 'month',
          filters: [{ column: 'sold_at', op: 'after_or_on', value: '2024-02-01' }],
        })
      ).rows,
    ).toEqual([['2024-02-01 00:00:00', '16.30']]);
  });

  it('is asked per period, and has no value over all of them', async () => {
    expect(await refusal(query('last_two_days', { group_by: ['shop'] }))).toMatchObject({
      code: 'invalid-request',
      facts: { errors: [{ pointer: '/body/grain' }] },
    });
    expect(await refusal(query('running', { grain: 'day', totals: true }))).toMatchObject({
      facts: { errors: [{ pointer: '/body/totals' }] },
    });
    expect(await refusal(put({ name: 'again', type: 'cumulative', metric: 'running' }))).toMatchObject({
      code: 'invalid-metric',
      facts: { errors: [{ pointer: '/body/metric', message: '"running" is cumulative already' }] },
    });
  });
});

describe('a query', () => {
  it('cuts days where they begin in its time zone', async () => {
    expect(
      (
        await query('revenue', {
          grain: 'day',
          timezone: 'Europe/Berlin',
          filters: [{ column: 'sold_at', op: 'on_date', value: '2024-01-02' }],
        })
      ).rows,
    ).toEqual([['2024-01-02 00:00:00', '0.20']]);
    expect(await refusal(query('revenue', { timezone: 'Europe/Berln' }))).toMatchObject({
      code: 'invalid-request',
      facts: {
        errors: [{ pointer: '/body/timezone', message: expect.stringContaining('did you mean "Europe/Berlin"?') }],
      },
    });
  });

  it('fills gaps when asked, sorts as asked, and recomputes the total', async () => {
    const answer = await query('revenue', {
      grain: 'day',
      fill: 'zero',
      order: [{ by: 'revenue', direction: 'desc' }],
      totals: true,
      limit: 3,
      filters: [{ column: 'sold_at', op: 'in_date_range', value: ['2024-01-01', '2024-01-04'] }],
    });
    expect(answer).toMatchObject({
      rows: [
        ['2024-01-01 00:00:00', '10.30'],
        ['2024-01-03 00:00:00', '5.00'],
        ['2024-01-02 00:00:00', '0.00'],
      ],
      totals: [null, '15.30'],
      row_count: 3,
      truncated: true,
    });
    expect(answer.columns.map((it) => it.name)).toEqual(['sold_at', 'revenue']);
    expect((await query('revenue', { totals: true })).totals).toEqual(['16.30']);
  });

  it('joins filters', async () => {
    const filters = [
      {
        or: [
          { column: 'shop', op: 'eq', value: 'B' },
          { not: { column: 'sold_at', op: 'before', value: '2024-02-01' } },
        ],
      },
    ];
    expect((await query('revenue', { filters })).rows).toEqual([['1.20']]);
    expect(
      await refusal(query('revenue', { filters: [{ and: [{ column: 'shopp', op: 'eq', value: 'B' }] }] })),
    ).toMatchObject({ code: 'undeclared-dimension', facts: { errors: [{ pointer: '/body/filters/0/and/0/column' }] } });
  });

  it('refuses more periods than anybody reads', async () => {
    const asked = query('revenue', {
      grain: 'minute',
      fill: 'null',
      filters: [{ column: 'sold_at', op: 'after', value: '1900-01-01' }],
    });
    expect(await refusal(asked)).toMatchObject({
      code: 'invalid-request',
      facts: { errors: [{ pointer: '/body/grain', message: expect.stringContaining('Bound the time') }] },
    });
  });
});
