import { buffer, text } from 'node:stream/consumers';
import {
  deleteDashboard,
  deleteMetric,
  exportDashboard,
  exportGrafanaDashboard,
  type FileReply,
  getDashboard,
  getDashboardAccess,
  getDashboardSchema,
  getDashboardVersion,
  listDashboards,
  listDashboardVersions,
  type Principal,
  publishDashboard,
  putDashboard,
  putMetric,
  queryMetricRows,
  readDashboardPage,
  readDashboardWidget,
  renderDashboardPage,
  renderDashboardPagePng,
  type RequestInput,
  rollBackDashboard,
  ROLE_SCOPES,
  shareDashboard,
  type VariableValue,
} from '@svc/contracts';
import { refusal } from '@svc/testing';
import { Ajv2020 } from 'ajv/dist/2020';
import { DELAY_TOTAL, delays, FLIGHTS, SEATS, tile } from './dashboard-example';
import { EDITOR, type MetricsHarness, startMetrics } from '../metrics-harness';

const READER: Principal = {
  id: 'token:reader',
  kind: 'token',
  role: 'viewer',
  scopes: [...ROLE_SCOPES.viewer],
  groups: [],
};

let harness: MetricsHarness;
const call = (principal: Principal = EDITOR) => ({ principal });
const params = { name: 'delays' };
const matching = (etag: string | undefined) => (etag === undefined ? {} : { if_match: etag });
const put = (body: RequestInput<typeof putDashboard>['body'], etag?: string) =>
  harness.gateway.call(putDashboard, { params: { name: body.name }, query: {}, body, ...matching(etag) }, call());
const get = (principal?: Principal) => harness.gateway.call(getDashboard, { params, query: {} }, call(principal));
const publish = (etag: string | undefined, version?: number) =>
  harness.gateway.call(
    publishDashboard,
    { params, query: {}, body: version === undefined ? {} : { version }, ...matching(etag) },
    call(),
  );
const rollBack = (version: number, etag?: string) =>
  harness.gateway.call(rollBackDashboard, { params, query: {}, body: { version }, ...matching(etag) }, call());
const versions = () => harness.gateway.call(listDashboardVersions, { params, query: {} }, call());
const page = (body: object = {}, principal: Principal = READER, name = 'overview') =>
  harness.gateway.call(readDashboardPage, { params: { ...params, page: name }, query: {}, body }, call(principal));

async function render(variables?: string): Promise<FileReply> {
  const answer = await harness.gateway.exchange(
    renderDashboardPage,
    {
      params: { ...params, page: 'overview' },
      query: renderDashboardPage.query.parse(variables === undefined ? {} : { variables }),
    },
    call(READER),
  );
  if (answer.kind === 'file') return answer.file;
  throw new Error(`a picture was expected, not a ${answer.kind}`);
}

beforeAll(async () => {
  harness = await startMetrics();
  await harness.world.certify('flights', FLIGHTS);
  await harness.world.certify('seats', SEATS);
  await harness.gateway.call(putMetric, { params: { name: 'delay_total' }, query: {}, body: DELAY_TOTAL }, call());
}, 240_000);
afterAll(() => harness.stop());

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
      { pointer: '/body/variables/carriers', message: 'wants a list: "carriers" is a multiselect, such as ["a", "b"]' },
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

  it('are drawn as pictures of what a page answers: the same bytes while nothing changes', async () => {
    const file = await render();
    expect(file).toMatchObject({ content_type: 'image/svg+xml', file_name: 'delays.overview.svg', inline: true });
    const svg = await text(await harness.open(file.object));
    expect(svg).toMatch(/^<svg [\s\S]*>36<\/text>[\s\S]*sound · flights[\s\S]*<\/svg>\n$/);
    expect((await render()).object).toBe(file.object);
    expect((await render('{"carriers":["B6"]}')).object).not.toBe(file.object);
    harness.world.withdraw('flights', 'its newest run was revoked.');
    const withdrawn = await text(await harness.open((await render()).object));
    expect(withdrawn).toMatch(/Not certified now[\s\S]*flights: its newest run was revoked\./);
    expect(withdrawn).not.toContain('>36</text>');
    await harness.world.certify('flights', FLIGHTS);
    expect(await refusal(render('[1]'))).toMatchObject({
      code: 'invalid-request',
      facts: { errors: [{ pointer: '/query/variables' }] },
    });
  });

  it('are drawn in pixels too, with words in a font that is there on every machine', async () => {
    const answer = await harness.gateway.exchange(
      renderDashboardPagePng,
      { params: { ...params, page: 'overview' }, query: renderDashboardPagePng.query.parse({}) },
      call(READER),
    );
    const file = answer.kind === 'file' ? answer.file : null;
    expect(file).toMatchObject({ content_type: 'image/png', file_name: 'delays.overview.png', inline: true });
    const png = await buffer(await harness.open(file?.object ?? ''));
    expect(png.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
    const [, width, height] =
      /^<svg [^>]*width="(\d+)" height="(\d+)"/.exec(await text(await harness.open((await render()).object))) ?? [];
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([Number(width) * 2, Number(height) * 2]);
  });

  it('give Grafana flat rows of a widget or metric, and nothing of what is not certified', async () => {
    const widget = (id: string, variables: Readonly<Record<string, VariableValue>> = {}) =>
      harness.gateway.call(
        readDashboardWidget,
        { params: { ...params, widget: id }, query: {}, body: { variables } },
        call(READER),
      );
    const rows = await widget('trend');
    expect(rows).toMatchObject({
      rows: [{ day: '2024-01-01T00:00:00.000Z', carrier: 'B6', delay_total: 10 }, { carrier: 'B6' }, { carrier: 'DL' }],
      truncated: false,
      sources: [{ derivation: 'flights', verdict: 'sound' }],
    });
    expect((await widget('seats', { carriers: ['B6', ''] })).rows).toEqual([{ carrier: 'B6', seats: 3 }]);
    expect(
      await harness.gateway.call(
        queryMetricRows,
        { params: { name: 'delay_total' }, query: {}, body: { group_by: ['carrier'] } },
        call(READER),
      ),
    ).toMatchObject({
      rows: [
        { carrier: 'B6', delay_total: 30 },
        { carrier: 'DL', delay_total: 6 },
      ],
    });
    expect((await refusal(widget('note'))).detail).toContain('Widgets: "total", "trend", "seats"');
    harness.world.withdraw('seats', 'its newest run was revoked.');
    expect((await refusal(widget('seats'))).code).toBe('uncertified-source');
    await harness.world.certify('seats', SEATS);
  });

  it('travel to Grafana as its own kind of document, with the columns of each panel', async () => {
    const exported = await harness.gateway.call(exportGrafanaDashboard, { params, query: {} }, call(READER));
    expect(exported).toMatchObject({
      uid: 'svc-delays',
      panels: [
        { type: 'row' },
        { type: 'stat' },
        {
          type: 'timeseries',
          targets: [
            {
              columns: [
                { selector: 'day', type: 'timestamp' },
                { selector: 'carrier' },
                { selector: 'delay_total', type: 'number' },
              ],
            },
          ],
        },
        { type: 'table' },
        { type: 'text' },
      ],
    });
  });

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

  it('export as a document that stands on its own', async () => {
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

  it('have a JSON Schema that takes what they are and refuses what they are not', async () => {
    const schema = await harness.gateway.call(getDashboardSchema, { params: {}, query: {} }, call(READER));
    const validate = new Ajv2020({ strict: false }).compile(schema);
    expect(validate(delays())).toBe(true);
    expect(validate({ ...delays(), surprise: 1 })).toBe(false);
    expect(validate({ ...delays(), pages: [] })).toBe(false);
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
