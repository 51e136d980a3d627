import {
  listJsonMetrics,
  listJsonOptions,
  listJsonTagKeys,
  listJsonTagValues,
  listJsonVariable,
  putMetric,
  queryJson,
  testJsonDatasource,
} from '@svc/contracts';
import { refusal } from '@svc/testing';
import { FLIGHTS } from './flights';
import { EDITOR, type MetricsHarness, startMetrics } from './metrics-harness';

const flights = { ...FLIGHTS, rows: FLIGHTS.rows.slice(0, 3) };
const RANGE = { from: '2024-01-01T00:00:00.000Z', to: '2024-03-01T00:00:00.000Z' };
const as = { principal: EDITOR };
const empty = { params: {}, query: {} };

let harness: MetricsHarness;
const ask = (body: object) =>
  harness.gateway.call(queryJson, { ...empty, body: { range: RANGE, targets: [], ...body } }, as);

beforeAll(async () => {
  harness = await startMetrics();
  await harness.world.certify('flights', flights);
  await harness.world.certify('bookings', {
    columns: [{ name: 'carrier', type: 'string' }],
    rows: [{ carrier: 'UA' }, { carrier: 'UA' }],
  });
  const put = (body: { readonly name: string; readonly [member: string]: unknown }) =>
    harness.gateway.call(putMetric, { params: { name: body.name }, query: {}, body: putMetric.body.parse(body) }, as);
  await put({
    name: 'delay_total',
    type: 'simple',
    source: 'flights',
    measure: { agg: 'sum', column: 'delay' },
    dimensions: ['carrier'],
    timeDimension: { column: 'day', grain: 'day' },
  });
  await put({ name: 'seats', type: 'simple', source: 'bookings', measure: { agg: 'count' }, dimensions: ['carrier'] });
});
afterAll(() => harness.stop());

describe('the JSON data source of Grafana', () => {
  it('works, and lists every metric with what it can be grouped by', async () => {
    expect(await harness.gateway.call(testJsonDatasource, { ...empty }, as)).toEqual({ status: 'ok' });
    const metrics = await harness.gateway.call(listJsonMetrics, { ...empty, body: {} }, as);
    expect(metrics.map(({ value, payloads }) => [value, payloads.map((it) => it.name)])).toEqual([
      ['delay_total', ['group_by', 'grain']],
      ['seats', ['group_by']],
    ]);
    expect(
      await harness.gateway.call(listJsonOptions, { ...empty, body: { metric: 'seats', name: 'group_by' } }, as),
    ).toEqual([{ label: 'carrier', value: 'carrier' }]);
  });

  it('draws a line per group, by the grain that fits the panel, and a table beside it', async () => {
    const targets = [
      { target: 'delay_total', refId: 'A', payload: { group_by: ['carrier'] } },
      { target: 'seats', refId: 'B', payload: { group_by: 'carrier' } },
      { target: 'nothing', hide: true },
    ];
    expect(await ask({ targets, maxDataPoints: 2, intervalMs: 1 })).toEqual([
      {
        target: 'B6',
        refId: 'A',
        datapoints: [
          [10, Date.UTC(2024, 0, 1)],
          [20, Date.UTC(2024, 1, 1)],
        ],
      },
      { target: 'DL', refId: 'A', datapoints: [[6, Date.UTC(2024, 1, 1)]] },
      {
        type: 'table',
        refId: 'B',
        columns: [
          { text: 'carrier', type: 'string' },
          { text: 'seats', type: 'number' },
        ],
        rows: [['UA', 2]],
      },
    ]);
  });

  it('shows only the time range and the filters of the panel', async () => {
    const targets = [{ target: 'delay_total' }];
    const range = { from: '2024-02-01T00:00:00+00:00', to: '2024-02-10T00:00:00Z' };
    expect(await ask({ targets, range, maxDataPoints: 1 })).toEqual([
      { target: 'delay_total', datapoints: [[20, Date.UTC(2024, 1, 1)]] },
    ]);
    expect(await ask({ targets, adhocFilters: [{ key: 'carrier', operator: '=', value: 'DL' }] })).toEqual([
      { target: 'delay_total', datapoints: [[6, Date.UTC(2024, 1, 10)]] },
    ]);
  });

  it('offers the values of a dimension as a variable and as a filter', async () => {
    expect(
      await harness.gateway.call(
        listJsonVariable,
        { ...empty, body: { payload: { target: 'delay_total.carrier' } } },
        as,
      ),
    ).toEqual([
      { __text: 'B6', __value: 'B6' },
      { __text: 'DL', __value: 'DL' },
    ]);
    expect(await harness.gateway.call(listJsonTagKeys, { ...empty }, as)).toEqual([
      { type: 'string', text: 'carrier' },
    ]);
    expect(await harness.gateway.call(listJsonTagValues, { ...empty, body: { key: 'carrier' } }, as)).toEqual([
      { text: 'B6' },
      { text: 'DL' },
    ]);
  });

  it('refuses an unknown metric, an undeclared dimension and a source that is not certified, each by its own name', async () => {
    expect(await refusal(ask({ targets: [{ target: 'delay' }] }))).toMatchObject({ code: 'not-found' });
    expect(await refusal(ask({ targets: [{ target: 'seats', payload: { group_by: 'day' } }] }))).toMatchObject({
      code: 'undeclared-dimension',
    });
    expect(
      await refusal(harness.gateway.call(listJsonVariable, { ...empty, body: { payload: { target: 'seats' } } }, as)),
    ).toMatchObject({ code: 'invalid-request', detail: expect.stringContaining('metric.dimension') });
    harness.world.withdraw('bookings', 'the newest run is unsound');
    expect(await refusal(ask({ targets: [{ target: 'seats' }] }))).toMatchObject({
      code: 'uncertified-source',
      detail: expect.stringContaining('the newest run is unsound'),
    });
  });
});
