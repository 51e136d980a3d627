import {
  deleteDashboard,
  deleteMetric,
  exportDashboard,
  getDashboard,
  getDashboardAccess,
  getDashboardVersion,
  listDashboards,
  listDashboardVersions,
  type Principal,
  rollBackDashboard,
  shareDashboard,
} from '@svc/contracts';
import { refusal } from '@svc/testing';
import { delays, SEATS, tile } from './dashboard-example';
import { FLIGHTS } from '../flights';
import { EDITOR } from '../metrics-harness';
import { READER, harness, call, params, matching, put, publish, page } from './delays-dashboard';

const get = (principal?: Principal) => harness.gateway.call(getDashboard, { params, query: {} }, call(principal));

const rollBack = (version: number, etag?: string) =>
  harness.gateway.call(rollBackDashboard, { params, query: {}, body: { version }, ...matching(etag) }, call());

const versions = () => harness.gateway.call(listDashboardVersions, { params, query: {} }, call());

describe('dashboards', () => {
  it('are saved as drafts that readers do not see', async () => {
    const saved = await put(delays());
    expect(saved).toMatchObject({
      name: 'delays',
      version: 1,
      status: 'draft',
      published: null,
      owner: 'token:editor',
      spec: { title: 'Delays', refresh: { interval: 'off' } },
    });
    expect((await refusal(get(READER))).code).toBe('not-found');
    expect((await refusal(page({ draft: true }))).code).toBe('not-found');
    expect(await harness.gateway.call(listDashboards, { params: {}, query: {} }, call(READER))).toEqual({
      items: [],
      next_cursor: null,
    });
    expect(tile(await page({ draft: true }, EDITOR), 'total')).toMatchObject({
      state: 'answered',
      answer: { rows: [[36]] },
    });
  });

  it('are not overwritten, published or rolled back unseen', async () => {
    const wrong = `sha256:${'0'.repeat(64)}`;
    for (const work of [() => put(delays({ title: 'x' })), () => publish(undefined), () => rollBack(1)])
      expect((await refusal(work())).code).toBe('precondition-required');
    for (const work of [() => put(delays({ title: 'x' }), wrong), () => publish(wrong), () => rollBack(1, wrong)])
      expect((await refusal(work())).code).toBe('precondition-failed');
  });

  it('get no new version for the same specification', async () => {
    const before = await get();
    expect(await put(delays(), before.etag)).toEqual(before);
  });

  it('are published for readers, under another entity tag than the draft had', async () => {
    const draft = await get();
    const published = await publish(draft.etag);
    expect(published).toMatchObject({ status: 'published', published: { version: 1, author: 'token:editor' } });
    expect(published.etag).not.toBe(draft.etag);
    expect(await get(READER)).toMatchObject({ version: 1, spec: { title: 'Delays' } });
  });

  it('answer a page in one call, each number with the certificate it stands on', async () => {
    const answer = await page();
    expect(answer).toMatchObject({
      dashboard: 'delays',
      version: 1,
      published: true,
      page: { name: 'overview', title: 'Overview' },
      variables: { carriers: null },
    });
    expect(answer.tiles.map((it) => [it.id, it.state])).toEqual([
      ['total', 'answered'],
      ['trend', 'answered'],
      ['seats', 'answered'],
      ['note', 'text'],
    ]);
    expect(tile(answer, 'total')).toMatchObject({
      answer: { columns: [{ name: 'delay_total', type: 'integer' }], rows: [[36]] },
      sources: [
        {
          derivation: 'flights',
          verdict: 'sound',
          certificate_digest: expect.stringMatching(/^sha256:/),
          as_of: '2024-03-01T00:00:00Z',
        },
      ],
    });
    expect(tile(answer, 'seats')).toMatchObject({
      answer: {
        rows: [
          ['UA', 5],
          ['B6', 3],
          ["O'Hare", 1],
        ],
      },
      sources: [{ derivation: 'seats' }],
    });
  });

  it('keep their metrics from being deleted while readers see them, and tell only of dashboards that the caller sees', async () => {
    const remove = (by?: Principal) =>
      harness.gateway.call(deleteMetric, { params: { name: 'delay_total' }, query: {}, if_match: '*' }, call(by));
    expect(await refusal(remove())).toMatchObject({
      code: 'in-use',
      detail: expect.stringContaining('dashboards "delays"'),
      facts: { data: { shown_by: ['delays'] } },
    });
    const { etag } = await harness.gateway.call(getDashboardAccess, { params, query: {} }, call());
    await harness.gateway.call(
      shareDashboard,
      { params, query: {}, body: { visibility: 'private', groups: [] }, if_match: etag },
      call(),
    );
    const hidden = await refusal(remove({ ...EDITOR, id: 'token:other' }));
    expect([hidden.code, hidden.facts.data]).toEqual(['in-use', { shown_by: [] }]);
    expect(hidden.detail).toContain('1 that you may not see');
    await harness.gateway.call(
      shareDashboard,
      { params, query: {}, body: { visibility: 'project', groups: [] }, if_match: '*' },
      call(),
    );
  });

  it('bind what a reader chooses as parameters, and leave out a filter while nothing is chosen', async () => {
    const hostile = "x' OR 1=1 --";
    const answer = await page({ variables: { carriers: ['B6', hostile] } });
    expect(tile(answer, 'total')).toMatchObject({ answer: { rows: [[30]] } });
    expect(tile(answer, 'seats')).toMatchObject({ answer: { rows: [['B6', 3]] } });
    for (const query of harness.world.queries.slice(-3)) expect(query.sql).not.toContain('OR 1=1');
    expect(harness.world.queries.slice(-3).some((it) => JSON.stringify(it.parameters).includes(hostile))).toBe(true);
    expect(tile(await page({ variables: { carriers: [] } }), 'total')).toMatchObject({ answer: { rows: [[36]] } });
  });

  it('refuse values that a variable cannot hold', async () => {
    const error = await refusal(page({ variables: { carriers: 'B6', cariers: ['B6'] } }));
    expect(error.facts.errors).toEqual([
      {
        pointer: '/body/variables/carriers',
        message: 'expects a list: "carriers" is a multiselect, such as ["a", "b"]',
      },
      { pointer: '/body/variables/cariers', message: expect.stringContaining('did you mean "carriers"?') },
    ]);
    expect((await refusal(page({}, READER, 'overvew'))).detail).toContain('did you mean "overview"?');
  });

  it('show no number of a source that is not certified now, and all others', async () => {
    harness.world.withdraw('seats', 'its newest run was revoked.');
    const answer = await page();
    expect(tile(answer, 'seats')).toEqual({
      id: 'seats',
      type: 'table',
      title: 'Seats',
      state: 'uncertified',
      sources: [{ name: 'seats', reason: 'its newest run was revoked.' }],
    });
    expect(tile(answer, 'total')).toMatchObject({ state: 'answered' });
    await harness.world.certify('seats', SEATS);
    expect(tile(await page(), 'seats')).toMatchObject({ state: 'answered' });
  });

  it('keep the other tiles when one fails', async () => {
    await harness.world.certify('flights', { ...FLIGHTS, columns: FLIGHTS.columns.slice(0, 2) });
    const answer = await page();
    expect(tile(answer, 'total')).toMatchObject({ state: 'failed', problem: { code: 'conflict', status: 409 } });
    expect(tile(answer, 'seats')).toMatchObject({ state: 'answered' });
    await harness.world.certify('flights', FLIGHTS);
  });

  it('are saved while a source is uncertified, and not published then', async () => {
    harness.world.withdraw('seats', 'its claim is inconclusive.');
    const changed = await put(delays({ title: 'Delays, again' }), (await get()).etag);
    expect(changed).toMatchObject({ version: 2, status: 'changed', published: { version: 1 } });
    const error = await refusal(publish(changed.etag));
    expect(error).toMatchObject({
      code: 'uncertified-source',
      facts: {
        errors: [
          {
            pointer: '/pages/0/widgets/2/bind/derivation',
            message: expect.stringContaining('its claim is inconclusive.'),
          },
        ],
      },
    });
    expect(await get(READER)).toMatchObject({ version: 1, spec: { title: 'Delays' } });
    await harness.world.certify('seats', SEATS);
    await publish(changed.etag);
    expect(await get(READER)).toMatchObject({ version: 2, spec: { title: 'Delays, again' } });
  });

  it('go back to an earlier version, as draft and for readers', async () => {
    const rolled = await rollBack(1, (await get()).etag);
    expect(rolled).toMatchObject({ version: 3, status: 'changed', spec: { title: 'Delays' } });
    expect(await get(READER)).toMatchObject({ version: 2 });
    await publish(rolled.etag, 1);
    expect(await get(READER)).toMatchObject({ version: 1, spec: { title: 'Delays' } });
    const { items } = await versions();
    expect(items.map((it) => [it.version, it.change, it.publications.length])).toEqual([
      [3, 'rolled back to version 1', 0],
      [2, 'title', 1],
      [1, 'created', 2],
    ]);
    expect(
      await harness.gateway.call(getDashboardVersion, { params: { ...params, version: 2 }, query: {} }, call()),
    ).toMatchObject({ spec: { title: 'Delays, again' }, author: 'token:editor' });
    expect((await refusal(rollBack(9, '*'))).code).toBe('not-found');
  });

  it('export as a self-contained document', async () => {
    const document = await harness.gateway.call(exportDashboard, { params, query: {} }, call());
    expect(document).toMatchObject({
      schema: 'svc.export/v1',
      kind: 'dashboard',
      dashboard: { version: 3, published: { version: 1 } },
      values: { overview: { version: 1, published: true } },
    });
    expect(document.versions.map((it) => [it.version, it.spec.title])).toEqual([
      [3, 'Delays'],
      [2, 'Delays, again'],
      [1, 'Delays'],
    ]);
    expect(document.values['overview']?.tiles[0]).toMatchObject({
      state: 'answered',
      answer: { rows: [[36]] },
      sources: [{ certificate_digest: expect.stringMatching(/^sha256:/) }],
    });
    const public_ = await harness.gateway.call(exportDashboard, { params, query: {} }, call(READER));
    expect(public_.versions.map((it) => it.version)).toEqual([2, 1]);
    expect(public_.dashboard).toMatchObject({ version: 1, status: 'published' });
  });

  it('keep their versions when they are deleted', async () => {
    expect((await refusal(harness.gateway.call(deleteDashboard, { params, query: {} }, call()))).code).toBe(
      'precondition-required',
    );
    await harness.gateway.call(deleteDashboard, { params, query: {}, if_match: (await get()).etag }, call());
    expect((await refusal(get())).code).toBe('not-found');
    expect((await versions()).items.map((it) => it.change)).toEqual([
      'deleted',
      'rolled back to version 1',
      'title',
      'created',
    ]);
    expect(await put(delays())).toMatchObject({ version: 5, status: 'draft', published: null });
  });

  it('let one of many writers win', async () => {
    const { etag } = await get();
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => put(delays({ title: `Title ${index}` }), etag)),
    );
    expect(tries.filter((it) => it.status === 'fulfilled')).toHaveLength(1);
  });
});
