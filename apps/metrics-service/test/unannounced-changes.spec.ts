import { deleteMetric, type Principal, putMetric, queryMetric, shareMetric } from '@svc/contracts';
import { execute } from '@svc/platform';
import { refusal } from '@svc/testing';
import { DataSource } from 'typeorm';
import { DELAY_TOTAL } from './flights';
import { EDITOR } from './metrics-harness';
import { harness } from './sample-metrics';

const as = (principal: Principal = EDITOR) => ({ principal });

const put = (name: string) =>
  harness.gateway.call(
    putMetric,
    { params: { name }, query: { visibility: 'project' }, body: { ...DELAY_TOTAL, name } },
    as(),
  );

const query = (name: string) => harness.gateway.call(queryMetric, { params: { name }, query: {}, body: {} }, as());

/** A change in the store that nobody announced: its replica died in between. */
const unannounced = (sql: string, name: string) => execute(harness.metrics.app.get(DataSource), sql, [name]);

afterAll(() => harness.stop());

/** A test that is too slow finds that the lease has run out, and passes. */
describe('a change whose replica died before it could withdraw what was before', () => {
  it('is withdrawn before a repetition is told that the metric is gone', async () => {
    const { etag } = await put('deleted');
    await query('deleted');
    await unannounced('DELETE FROM metric WHERE name = $1', 'deleted');
    const again = harness.gateway.call(deleteMetric, { params: { name: 'deleted' }, query: {}, if_match: etag }, as());
    expect((await refusal(again)).code).toBe('not-found');
    expect((await refusal(query('deleted'))).code).toBe('not-found');
  });

  it('is withdrawn before a repetition is told that it may not see the metric any more', async () => {
    await put('given_away');
    await query('given_away');
    await unannounced("UPDATE metric SET owner = 'user:other', visibility = 'private' WHERE name = $1", 'given_away');
    const again = harness.gateway.call(
      shareMetric,
      {
        params: { name: 'given_away' },
        query: {},
        body: { visibility: 'private', owner: 'user:other' },
        if_match: '*',
      },
      as(),
    );
    expect((await refusal(again)).code).toBe('not-found');
    expect((await refusal(query('given_away'))).code).toBe('not-found');
  });
});
