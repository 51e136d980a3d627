import { deleteDashboard, getDashboard, type Principal, type RequestInput, shareDashboard } from '@svc/contracts';
import { execute, PlatformMetrics } from '@svc/platform';
import { eventually, refusal } from '@svc/testing';
import { DataSource } from 'typeorm';
import { delays } from './dashboard-example';
import { call, harness, matching, page, params, publish, put, READER } from './delays-dashboard';
import { EDITOR } from '../metrics-harness';

const get = (principal: Principal = READER) =>
  harness.gateway.call(getDashboard, { params, query: {} }, call(principal));
const share = (body: RequestInput<typeof shareDashboard>['body']) =>
  harness.gateway.call(shareDashboard, { params, query: {}, body, if_match: '*' }, call());
const remove = (etag: string | undefined) =>
  harness.gateway.call(deleteDashboard, { params, query: {}, ...matching(etag) }, call());

/** A change in the store that nobody announced: its replica died in between. */
const unannounced = (sql: string) => execute(harness.metrics.app.get(DataSource), sql, [params.name]);

async function hits(): Promise<number> {
  const metric = harness.metrics.app.get(PlatformMetrics).registry.getSingleMetric('svc_fact_hits_total');
  const { values } = (await metric?.get()) ?? { values: [] };
  return values.find(({ labels }) => labels['owner'] === 'metrics')?.value ?? 0;
}

/** Where something is expected to be refused, a test that is too slow finds that the lease has run out, and passes. */
describe('a dashboard', () => {
  let etag: string | undefined;
  beforeAll(async () => {
    etag = (await publish((await put(delays())).etag)).etag;
  });

  it('is read once for who reads it again and again', async () => {
    const before = await hits();
    await eventually(async () => {
      await get();
      return (await hits()) > before;
    });
  });

  it('is shown as published from the moment at which that is acknowledged', async () => {
    await page();
    const saved = await put({ ...delays(), title: 'Delays, again' }, etag);
    expect((await get()).published?.spec.title).toBe(delays().title);
    etag = (await publish(saved.etag)).etag;
    expect((await get()).published?.spec.title).toBe('Delays, again');
  });

  it('is missing for who may not see it any more, from the moment at which that is acknowledged', async () => {
    await page();
    await share({ visibility: 'private' });
    expect((await refusal(page())).code).toBe('not-found');
    await share({ visibility: 'project' });
    await expect(page()).resolves.toMatchObject({ dashboard: 'delays' });
  });

  it('is missing before a repetition is told that its owner may not see it any more, whose first attempt died', async () => {
    await page({}, EDITOR);
    await unannounced("UPDATE dashboard SET owner = 'user:other', visibility = 'private' WHERE name = $1");
    expect((await refusal(share({ visibility: 'private', owner: 'user:other' }))).code).toBe('not-found');
    expect((await refusal(page({}, EDITOR))).code).toBe('not-found');
    await unannounced(`UPDATE dashboard SET owner = '${EDITOR.id}', visibility = 'project' WHERE name = $1`);
    await expect(page({}, EDITOR)).resolves.toMatchObject({ dashboard: 'delays' });
  });

  it('is missing before a repetition is told that it is deleted, whose first attempt died', async () => {
    await page();
    await unannounced('DELETE FROM dashboard WHERE name = $1');
    expect((await refusal(remove(etag))).code).toBe('not-found');
    expect((await refusal(page())).code).toBe('not-found');
  });
});
