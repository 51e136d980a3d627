import {
  dashboardSpec,
  publishDashboard,
  putDashboard,
  putMetric,
  queryJson,
  readDashboardWidget,
} from '@svc/contracts';
import { refusal } from '@svc/testing';
import { EDITOR, type MetricsHarness, startMetrics } from './metrics-harness';

const MAX_ROWS = 10_000;
const as = { principal: EDITOR };
const stations = {
  columns: [
    { name: 'station', type: 'string' },
    { name: 'day', type: 'date' },
    { name: 'rain', type: 'integer' },
  ],
  rows: Array.from({ length: MAX_ROWS + 1 }, (_, index) => ({
    station: `s${index}`,
    day: index === MAX_ROWS ? '2025-01-01' : '2024-01-01',
    rain: 1,
  })),
};
const bind = {
  metric: 'rain',
  groupBy: ['station'],
  filters: [{ column: 'day', op: 'in_date_range', value: '$days' }],
};
const place = (y: number) => ({ x: 0, y, w: 12, h: 6 });
const dashboard = dashboardSpec.parse({
  specVersion: '1.0',
  kind: 'Dashboard',
  name: 'rain',
  title: 'Rain',
  variables: [{ name: 'days', type: 'date', control: 'daterange' }],
  pages: [
    {
      name: 'all',
      title: 'All',
      widgets: [
        { id: 'whole', type: 'table', gridPos: place(0), bind },
        { id: 'first', type: 'table', gridPos: place(6), bind: { ...bind, limit: 3 } },
      ],
    },
  ],
});

let harness: MetricsHarness;
const widget = (id: string, variables = {}) =>
  harness.gateway.call(
    readDashboardWidget,
    { params: { name: 'rain', widget: id }, query: {}, body: { variables } },
    as,
  );
const panel = (to: string, sent: object = {}) =>
  harness.gateway.call(
    queryJson,
    {
      params: {},
      query: {},
      body: {
        range: { from: '2024-01-01T00:00:00Z', to },
        targets: [{ target: 'rain', refId: 'A', payload: { group_by: ['station'] } }],
        ...sent,
      },
    },
    as,
  );

beforeAll(async () => {
  harness = await startMetrics();
  await harness.world.certify('stations', stations);
  const metric = {
    name: 'rain',
    type: 'simple',
    source: 'stations',
    measure: { agg: 'sum', column: 'rain' },
    dimensions: ['station'],
    timeDimension: { column: 'day', grain: 'day' },
  };
  await harness.gateway.call(
    putMetric,
    { params: { name: 'rain' }, query: { visibility: 'project' }, body: putMetric.body.parse(metric) },
    as,
  );
  const { etag } = await harness.gateway.call(
    putDashboard,
    { params: { name: 'rain' }, query: { visibility: 'project' }, body: dashboard },
    as,
  );
  await harness.gateway.call(publishDashboard, { params: { name: 'rain' }, query: {}, body: {}, if_match: etag }, as);
});
afterAll(() => harness.stop());

describe('a panel of Grafana', () => {
  it('gets every row of a widget, far more than a picture draws, or is told that there are more', async () => {
    expect(
      (await widget('whole', { days: ['2024-01-01T00:00:00.000Z', '2024-12-31T23:59:59.999Z'] })).rows,
    ).toHaveLength(MAX_ROWS);
    expect(await refusal(widget('whole'))).toMatchObject({
      code: 'invalid-request',
      detail:
        'Widget "whole" has more than 10,000 rows. Choose fewer, or give the widget a limit to see its first ones.',
    });
  });

  it('gets the first rows of a widget that asks for no more', async () => {
    expect(await widget('first')).toMatchObject({ rows: [{}, {}, {}], truncated: true });
  });

  it('gets every line of a metric or is told that there are more', async () => {
    expect(await panel('2025-01-01T00:00:00Z')).toHaveLength(MAX_ROWS);
    expect(await refusal(panel('2026-01-01T00:00:00Z'))).toMatchObject({
      code: 'invalid-request',
      detail: expect.stringContaining('has more than 10,000 values here: choose a coarser grain'),
    });
  });

  it('is filtered by ad-hoc filters as Grafana sends them today', async () => {
    const filters = [{ key: 'station', operator: '=|', value: 's1', values: ['s1', 's2'] }];
    expect(await panel('2025-01-01T00:00:00Z', { filters })).toMatchObject([{ target: 's1' }, { target: 's2' }]);
    expect(
      (await refusal(panel('2025-01-01T00:00:00Z', { filters: [{ key: 'cloud', operator: '=', value: 'x' }] }))).code,
    ).toBe('undeclared-dimension');
  });
});
