import {
  type Principal,
  publishDashboard,
  putDashboard,
  putMetric,
  readDashboardPage,
  type RequestInput,
} from '@svc/contracts';
import { tokenOf } from '@svc/testing';
import { DELAY_TOTAL, FLIGHTS } from '../flights';
import { SEATS } from './dashboard-example';
import { EDITOR, type MetricsHarness, startMetrics } from '../metrics-harness';

export const READER = tokenOf('reader', 'viewer');

export let harness: MetricsHarness;

export const call = (principal: Principal = EDITOR) => ({ principal });

export const params = { name: 'delays' };

export const matching = (etag: string | undefined) => (etag === undefined ? {} : { if_match: etag });

export const put = (body: RequestInput<typeof putDashboard>['body'], etag?: string) =>
  harness.gateway.call(
    putDashboard,
    {
      params: { name: body.name },
      query: etag === undefined ? { visibility: 'project' } : {},
      body,
      ...matching(etag),
    },
    call(),
  );

export const publish = (etag: string | undefined, version?: number) =>
  harness.gateway.call(
    publishDashboard,
    { params, query: {}, body: version === undefined ? {} : { version }, ...matching(etag) },
    call(),
  );

export const page = (body: object = {}, principal: Principal = READER, name = 'overview') =>
  harness.gateway.call(readDashboardPage, { params: { ...params, page: name }, query: {}, body }, call(principal));

beforeAll(async () => {
  harness = await startMetrics();
  await harness.world.certify('flights', FLIGHTS);
  await harness.world.certify('seats', SEATS);
  await harness.gateway.call(
    putMetric,
    { params: { name: 'delay_total' }, query: { visibility: 'project' }, body: DELAY_TOTAL },
    call(),
  );
}, 240_000);

afterAll(() => harness.stop());
