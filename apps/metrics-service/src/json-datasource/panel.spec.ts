import { type JsonQuery, ProblemError } from '@svc/contracts';
import type { MetricShape } from '../metric/definition/metric';
import { refuse } from '../metric/definition/compile-refusal';
import { panelFrames } from './panel-frames';
import { panelQuery } from './panel-query';
import { panelRefusal } from './panel-refusal';

const shape: MetricShape = {
  name: 'delay',
  expression: { kind: 'number', text: '1' },
  dimensions: ['carrier', 'origin'],
  time: { name: 'day', grain: 'day' },
};
const asked = (over: Partial<JsonQuery> = {}): JsonQuery => ({
  range: { from: '2024-01-01T00:00:00Z', to: '2025-01-01T00:00:00Z' },
  targets: [],
  adhocFilters: [],
  ...over,
});

describe('a panel of Grafana as a metric query', () => {
  it('is over the time range of the panel, its end left out', () => {
    expect(panelQuery({ target: 'delay' }, asked(), shape).filters).toEqual([
      { column: 'day', op: 'gte', value: '2024-01-01T00:00:00Z' },
      { column: 'day', op: 'lt', value: '2025-01-01T00:00:00Z' },
    ]);
  });

  it.each([
    [1_000, 'day'],
    [300, 'week'],
    [40, 'month'],
    [5, 'quarter'],
    [1, 'year'],
  ] as const)('cuts a year for %i points by %s', (maxDataPoints, grain) => {
    expect(panelQuery({ target: 'delay' }, asked({ maxDataPoints }), shape).grain).toBe(grain);
  });

  it('is never finer than the metric declares, and otherwise as the panel says', () => {
    const hour = asked({ range: { from: '2024-01-01T00:00:00Z', to: '2024-01-01T01:00:00Z' } });
    expect(panelQuery({ target: 'delay' }, hour, shape).grain).toBe('day');
    expect(panelQuery({ target: 'delay', payload: { grain: 'week' } }, asked(), shape).grain).toBe('week');
    expect(() => panelQuery({ target: 'delay', payload: { grain: 'fortnight' } }, asked(), shape)).toThrow(
      ProblemError,
    );
  });

  it('groups by what is chosen, one or several, and never by time twice', () => {
    const groups = (group_by: string | string[]) =>
      panelQuery({ target: 'delay', payload: { group_by } }, asked(), shape).group_by;
    expect([groups('carrier'), groups(['carrier', 'day', 'origin']), groups('')]).toEqual([
      ['carrier'],
      ['carrier', 'origin'],
      [],
    ]);
  });

  it('takes ad-hoc filters that say plainly what they mean, and refuses patterns', () => {
    const filters = (operator: string, value: string) =>
      panelQuery({ target: 'delay' }, asked({ adhocFilters: [{ key: 'carrier', operator, value }] }), {
        ...shape,
        time: null,
      }).filters;
    expect(filters('!=', 'B6')).toEqual([{ column: 'carrier', op: '!=', value: 'B6' }]);
    expect(filters('=|', 'B6|DL')).toEqual([{ column: 'carrier', op: 'in', value: ['B6', 'DL'] }]);
    expect(filters('!=|', 'B6|DL')).toEqual([{ column: 'carrier', op: 'not_in', value: ['B6', 'DL'] }]);
    for (const pattern of ['=~', '!~', 'drop']) expect(() => filters(pattern, '.*')).toThrow(ProblemError);
  });

  it('takes ad-hoc filters by the name that Grafana gives them today, with all their values', () => {
    const filters = (sent: unknown) =>
      panelQuery({ target: 'delay' }, asked({ filters: sent }), { ...shape, time: null }).filters;
    expect(filters([{ key: 'carrier', operator: '=', value: 'B6' }])).toEqual([
      { column: 'carrier', op: '=', value: 'B6' },
    ]);
    expect(filters([{ key: 'carrier', operator: '=|', value: 'B6', values: ['B6', 'a|b'] }])).toEqual([
      { column: 'carrier', op: 'in', value: ['B6', 'a|b'] },
    ]);
    expect([filters(undefined), filters(null), filters([])]).toEqual([[], [], []]);
    expect(() => filters([{ key: 'carrier', operator: '=~', value: '.*' }])).toThrow(ProblemError);
    expect(() => filters({ carrier: 'B6' })).toThrow('cannot be read');
  });
});

describe('a refused panel', () => {
  const filter = { key: 'carrier', operator: '=', value: 'B6' };
  const sent = asked({
    targets: [{ target: 'delay' }, { target: 'delay', payload: { group_by: 'nope', grain: 'day' } }],
    adhocFilters: [filter],
    filters: [filter],
  });
  const refusal = (pointer: string, over: MetricShape = shape) =>
    panelRefusal(refuse('invalid-request', pointer, 'is wrong'), 1, sent, over);

  it.each([
    ['/body/filters/0/value', '/body/range/from'],
    ['/body/filters/1/value', '/body/range/to'],
    ['/body/filters/2/column', '/body/adhocFilters/0/key'],
    ['/body/filters/3/op', '/body/filters/0/operator'],
    ['/body/filters/3/value/0', '/body/filters/0/value'],
    ['/body/group_by/0', '/body/targets/1/payload/group_by'],
    ['/body/grain', '/body/targets/1/payload/grain'],
  ])('says what of the panel is meant by %s: %s', (made, meant) => {
    expect(refusal(made).facts.errors).toEqual([{ pointer: meant, message: 'is wrong' }]);
    expect(refusal(made).detail).toBe(`${meant.slice('/body/'.length)}: is wrong`);
  });

  it('names the target where the panel says nothing of it', () => {
    expect(panelRefusal(refuse('invalid-request', '/body/grain', 'is wrong'), 0, sent, shape).facts.errors).toEqual([
      { pointer: '/body/targets/0', message: 'is wrong' },
    ]);
  });

  it('knows that a metric without time is not asked for a range', () => {
    expect(refusal('/body/filters/0/value', { ...shape, time: null }).facts.errors).toEqual([
      { pointer: '/body/adhocFilters/0/value', message: 'is wrong' },
    ]);
  });

  it('keeps what is not about the query', () => {
    const uncertified = new ProblemError('uncertified-source', 'sales is not certified', { data: { source: 'sales' } });
    expect(panelRefusal(uncertified, 0, sent, shape)).toBe(uncertified);
  });

  it('names the operator of an ad-hoc filter that is not taken', () => {
    const pattern = asked({ adhocFilters: [filter], filters: [filter, { ...filter, operator: '=~' }] });
    expect(() => panelQuery({ target: 'delay' }, pattern, shape)).toThrow(
      expect.objectContaining({
        facts: { errors: [{ pointer: '/body/filters/1/operator', message: 'is not supported here' }] },
      }),
    );
  });
});

describe('an answer as Grafana draws it', () => {
  const columns = [
    { name: 'day', type: 'date' },
    { name: 'carrier', type: 'string' },
    { name: 'delay', type: 'decimal(38,2)' },
  ];

  it('is a line for each group, in order of time, with values as numbers', () => {
    const rows = [
      ['2024-02-01', 'B6', '2.50'],
      ['2024-01-01', 'B6', '1.25'],
      ['2024-01-01', 'DL', null],
      [null, 'DL', '9.00'],
    ];
    expect(panelFrames('delay', { columns, rows }, 'A')).toEqual([
      {
        target: 'B6',
        refId: 'A',
        datapoints: [
          [1.25, Date.UTC(2024, 0, 1)],
          [2.5, Date.UTC(2024, 1, 1)],
        ],
      },
      { target: 'DL', refId: 'A', datapoints: [[null, Date.UTC(2024, 0, 1)]] },
    ]);
  });

  it('is called as the metric where there is one line', () => {
    expect(
      panelFrames(
        'delay',
        { columns: columns.filter((it) => it.name !== 'carrier'), rows: [['2024-01-01', '1.00']] },
        undefined,
      ),
    ).toEqual([{ target: 'delay', datapoints: [[1, Date.UTC(2024, 0, 1)]] }]);
  });

  it('is a table without time', () => {
    expect(
      panelFrames(
        'delay',
        {
          columns: columns.slice(1),
          rows: [
            ['B6', '1.00'],
            [null, null],
          ],
        },
        'B',
      ),
    ).toEqual([
      {
        type: 'table',
        refId: 'B',
        columns: [
          { text: 'carrier', type: 'string' },
          { text: 'delay', type: 'number' },
        ],
        rows: [
          ['B6', 1],
          [null, null],
        ],
      },
    ]);
  });
});
