import {
  type Principal,
  publishDashboard,
  putDashboard,
  readDashboardPage,
  readDashboardWidget,
  renderDashboardPage,
} from '@svc/contracts';
import { text } from 'node:stream/consumers';
import { byName } from './sight-objects';
import { ada, stu, PRIVATE, REASON, harness, as, share, refusal } from './hidden-pay';

describe('a dashboard with tiles that the reader may not see through', () => {
  const page = (who: Principal) =>
    harness.gateway.call(readDashboardPage, { params: { name: 'mix', page: 'one' }, query: {}, body: {} }, as(who));

  beforeAll(async () => {
    const place = { x: 0, y: 0, w: 4, h: 4 };
    const widgets = [
      { id: 'open', type: 'metric' as const, gridPos: place, bind: { metric: 'people' } },
      { id: 'metric', type: 'metric' as const, gridPos: { ...place, x: 4 }, bind: { metric: 'pay' } },
      { id: 'composed', type: 'metric' as const, gridPos: { ...place, x: 8 }, bind: { metric: 'pay_each' } },
      { id: 'rows', type: 'table' as const, gridPos: { ...place, x: 12 }, bind: { derivation: 'payroll' } },
    ];
    const { etag } = await harness.gateway.call(
      putDashboard,
      {
        ...byName('mix'),
        query: { visibility: 'project' },
        body: {
          specVersion: '1.0',
          kind: 'Dashboard',
          name: 'mix',
          title: 'Mix',
          pages: [{ name: 'one', title: 'One', widgets }],
        },
      },
      as(ada),
    );
    await harness.gateway.call(publishDashboard, { ...byName('mix'), body: {}, if_match: etag }, as(ada));
    await share('pay', 'private');
    harness.world.access.set('payroll', PRIVATE);
    harness.world.withdraw('payroll', REASON);
  });

  it('shows the others, and of those neither rows nor columns nor reasons', async () => {
    const { tiles } = await page(stu);
    expect(tiles.map((it) => [it.id, it.state])).toEqual([
      ['open', 'answered'],
      ['metric', 'failed'],
      ['composed', 'failed'],
      ['rows', 'uncertified'],
    ]);
    expect(tiles[3]).toMatchObject({ sources: [{ name: 'payroll', reason: 'there is no derivation of that name.' }] });
    expect(JSON.stringify(tiles)).not.toMatch(/7001|salary|March/);
    expect(JSON.stringify((await page(ada)).tiles)).toMatch(/March/);
  });

  it('is drawn, and read tile by tile, in the same way', async () => {
    const answer = await harness.gateway.exchange(
      renderDashboardPage,
      { params: { name: 'mix', page: 'one' }, query: { draft: 'false' } },
      as(stu),
    );
    if (answer.kind !== 'file') throw new Error('not a picture');
    expect(await text(await harness.open(answer.file.object))).not.toMatch(/7001|salary|March/);
    const widget = (id: string) =>
      refusal(
        harness.gateway.call(
          readDashboardWidget,
          { params: { name: 'mix', widget: id }, query: {}, body: {} },
          as(stu),
        ),
      );
    expect([await widget('metric'), await widget('composed'), await widget('rows')]).toMatchObject([
      { code: 'not-found' },
      { code: 'conflict' },
      { code: 'uncertified-source' },
    ]);
  });

  it('is not published by who does not see through all of it', async () => {
    const refused = await refusal(
      harness.gateway.call(publishDashboard, { ...byName('mix'), body: {}, if_match: '*' }, as(stu)),
    );
    expect(refused).toMatchObject({ code: 'invalid-dashboard' });
    expect(JSON.stringify(refused)).not.toMatch(/7001|salary|March/);
  });
});
