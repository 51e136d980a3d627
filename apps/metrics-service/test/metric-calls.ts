import {
  deleteMetric,
  listMetrics,
  type MetricDefinition,
  metricDefinition,
  putMetric,
  queryMetric,
  type RequestInput,
} from '@svc/contracts';
import { EDITOR, type MetricsHarness, startMetrics } from './metrics-harness';

const sales = {
  columns: [
    { name: 'shop', type: 'string' },
    { name: 'sold_at', type: 'timestamp' },
    { name: 'amount', type: 'decimal(10,2)' },
  ],
  rows: [
    { shop: 'A', sold_at: '2024-01-01 12:00:00', amount: '10.10' },
    { shop: 'B', sold_at: '2024-01-01 23:30:00', amount: '0.20' },
    { shop: 'A', sold_at: '2024-01-03 09:00:00', amount: '5.00' },
    { shop: 'A', sold_at: '2024-02-01 00:10:00', amount: '1.00' },
  ],
};

export const visits = {
  columns: [
    { name: 'shop', type: 'string' },
    { name: 'day', type: 'date' },
  ],
  rows: [
    { shop: 'A', day: '2024-01-01' },
    { shop: 'A', day: '2024-01-02' },
    { shop: 'C', day: '2024-01-03' },
  ],
};

export let harness: MetricsHarness;

export const as = { principal: EDITOR };

export const call = <T>(work: (gateway: MetricsHarness['gateway']) => Promise<T>): Promise<T> => work(harness.gateway);

export const put = (definition: object, ifMatch?: string) => {
  const body: MetricDefinition = metricDefinition.parse(definition);
  return call((it) =>
    it.call(
      putMetric,
      { params: { name: body.name }, query: {}, body, ...(ifMatch === undefined ? {} : { if_match: ifMatch }) },
      as,
    ),
  );
};

export const query = (name: string, body: RequestInput<typeof queryMetric>['body'] = {}) =>
  call((it) => it.call(queryMetric, { params: { name }, query: {}, body }, as));

export const remove = (name: string) =>
  call((it) => it.call(deleteMetric, { params: { name }, query: {}, if_match: '*' }, as));

export const names = async () =>
  (await call((it) => it.call(listMetrics, { params: {}, query: {} }, as))).items.map((it) => it.name);

beforeAll(async () => {
  harness = await startMetrics();
  await harness.world.certify('sales', sales);
  await harness.world.certify('visits', visits);
  await put({
    name: 'revenue',
    type: 'simple',
    source: 'sales',
    measure: { agg: 'sum', column: 'amount' },
    dimensions: ['shop'],
    timeDimension: { column: 'sold_at', grain: 'day' },
  });
  await put({
    name: 'visitors',
    type: 'simple',
    source: 'visits',
    measure: { agg: 'count' },
    dimensions: ['shop'],
    timeDimension: { column: 'day' },
  });
}, 240_000);

afterAll(() => harness.stop());
