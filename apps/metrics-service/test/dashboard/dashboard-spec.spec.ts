import { getDashboardSchema } from '@svc/contracts';
import { refusal } from '@svc/testing';
import { Ajv2020 } from 'ajv/dist/2020';
import { delays } from './dashboard-example';
import { READER, harness, call, put } from './delays-dashboard';

describe('specifications of dashboards', () => {
  it('are refused with a pointer for everything that is wrong in them', async () => {
    const bad = delays({ name: 'bad', variables: [{ name: 'since', type: 'string', control: 'date', default: 3 }] });
    const [first] = bad.pages;
    const widgets = (first?.widgets ?? []).map((it) => ({ ...it, id: 'same' }));
    const error = await refusal(put({ ...bad, pages: [{ name: 'overview', title: 'Overview', widgets }] }));
    expect(error.code).toBe('invalid-dashboard');
    expect(error.facts.errors?.map((it) => it.pointer)).toEqual([
      '/body/pages/0/widgets/1/id',
      '/body/pages/0/widgets/2/id',
      '/body/pages/0/widgets/3/id',
      '/body/variables/0/control',
      '/body/variables/0/default',
      '/body/pages/0/widgets/0/bind/filters/0/value',
      '/body/pages/0/widgets/2/bind/filters/0/value',
    ]);
  });

  it('are refused when a query of theirs would be', async () => {
    const [first] = delays().pages;
    const widget = (bind: object, y: number) => ({
      id: `w${y}`,
      type: 'table' as const,
      gridPos: { x: 0, y: 4 * y, w: 4, h: 4 },
      bind,
    });
    const widgets = [
      widget({ metric: 'delay_totl' }, 0),
      widget({ metric: 'delay_total', groupBy: ['carier'] }, 1),
      widget({ derivation: 'seats', columns: ['seats', 'carier'] }, 2),
      widget({ metric: 'delay_total', filters: [{ column: 'carrier', op: 'equls', value: 'x' }] }, 3),
      widget({ derivation: 'seats', filters: [{ column: 'seats', op: 'eq', value: '$carriers' }] }, 4),
      {
        ...widget({ metric: 'delay_total', groupBy: ['carrier'] }, 5),
        viz: { columns: [{ field: 'carrier' }, { field: 'delay_totl' }] },
      },
    ];
    const error = await refusal(
      put(delays({ name: 'bad', pages: [{ name: 'overview', title: first?.title ?? '', widgets }] })),
    );
    expect(error.facts.errors).toEqual([
      {
        pointer: '/body/pages/0/widgets/0/bind/metric',
        message: expect.stringContaining('did you mean "delay_total"?'),
      },
      {
        pointer: '/body/pages/0/widgets/1/bind/groupBy/0',
        message: expect.stringContaining('did you mean "carrier"?'),
      },
      {
        pointer: '/body/pages/0/widgets/2/bind/columns/1',
        message: expect.stringContaining('did you mean "carrier"?'),
      },
      { pointer: '/body/pages/0/widgets/3/bind/filters/0/op', message: expect.stringContaining('did you mean "eq') },
      { pointer: '/body/pages/0/widgets/4/bind/filters/0/value', message: expect.any(String) },
      {
        pointer: '/body/pages/0/widgets/5/viz/columns/1/field',
        message: expect.stringContaining('did you mean "delay_total"?'),
      },
    ]);
  });

  it('say what a widget without a source, or with two, lacks', async () => {
    const widgets = [{ id: 'none', type: 'metric' as const, gridPos: { x: 20, y: 0, w: 6, h: 3 }, bind: {} }];
    const error = await refusal(put(delays({ pages: [{ name: 'overview', title: 'Overview', widgets }] })));
    expect(error.facts.errors?.map((it) => it.pointer)).toEqual(
      expect.arrayContaining(['/body/pages/0/widgets/0/gridPos/w', '/body/pages/0/widgets/0/bind/metric']),
    );
  });

  it('have a JSON Schema that takes what they are and refuses what they are not', async () => {
    const schema = await harness.gateway.call(getDashboardSchema, { params: {}, query: {} }, call(READER));
    const validate = new Ajv2020({ strict: false }).compile(schema);
    expect(validate(delays())).toBe(true);
    expect(validate({ ...delays(), surprise: 1 })).toBe(false);
    expect(validate({ ...delays(), pages: [] })).toBe(false);
  });
});
