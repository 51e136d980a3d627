import {
  type ObjectAccess,
  type Principal,
  putMetric,
  queryMetric,
  type RequestInput,
  shareMetric,
  type Visibility,
} from '@svc/contracts';
import { CALLERS } from '@svc/testing';
import { type MetricsHarness, startMetrics } from './metrics-harness';
import { byName } from './sight-objects';

export const { owner: ada, stranger: stu, admin: root } = CALLERS;

export const PRIVATE: ObjectAccess = { owner: ada.id, visibility: 'private', groups: [] };

export const REASON = 'revoked by ada: the payroll of March was wrong';

type Body = RequestInput<typeof putMetric>['body'];

export let harness: MetricsHarness;

export const as = (principal: Principal) => ({ principal });

export const put = (body: Body, who: Principal = ada, more: { if_match?: string } = {}) =>
  harness.gateway.call(
    putMetric,
    { ...byName(body.name), query: more.if_match === undefined ? { visibility: 'project' } : {}, body, ...more },
    as(who),
  );

export const query = (name: string, who: Principal) =>
  harness.gateway.call(queryMetric, { ...byName(name), body: { grain: 'year' } }, as(who));

export const share = (name: string, visibility: Visibility, who: Principal = ada) =>
  harness.gateway.call(shareMetric, { ...byName(name), body: { visibility }, if_match: '*' }, as(who));

export const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'not refused',
    (error: unknown) => error,
  );

export const sum = (name: string, source: string, column: string): Body => ({
  name,
  type: 'simple',
  source,
  measure: { agg: 'sum', column },
  dimensions: ['team'],
  timeDimension: { column: 'day' },
});

beforeAll(async () => {
  harness = await startMetrics();
  const columns = (value: string) => [
    { name: 'team', type: 'string' },
    { name: 'day', type: 'date' },
    { name: value, type: 'integer' },
  ];
  await harness.world.certify('payroll', {
    columns: columns('salary'),
    rows: [{ team: 'x', day: '2024-01-01', salary: 7001 }],
  });
  await harness.world.certify('heads', {
    columns: columns('people'),
    rows: [{ team: 'x', day: '2024-01-01', people: 2 }],
  });
  await put(sum('pay', 'payroll', 'salary'));
  await put(sum('people', 'heads', 'people'));
  await put({ name: 'pay_each', type: 'ratio', numerator: 'pay', denominator: 'people' });
  await put({ name: 'pay_derived', type: 'derived', expression: 'people + 2 * pay' });
  await put({ name: 'pay_to_date', type: 'cumulative', metric: 'pay', toDate: 'year' });
  await put({ name: 'pay_deep', type: 'derived', expression: 'pay_each - people' });
}, 240_000);

afterAll(() => harness.stop());
