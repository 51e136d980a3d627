import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Dashboard, dashboardSpec, type PageData } from '@svc/contracts';
import { connectedClient } from './connected-client';
import { aPayload } from './documents';
import { refusal } from './fake-gateway';

const at = '2026-03-01T10:00:00Z';
const etag = aPayload().data.hash;
const FILE = `specVersion: '1.0'
kind: Dashboard
name: flights
title: Flights
pages:
  - name: overview
    title: Overview
    widgets:
      - { id: departures, type: metric, title: Departures, gridPos: { x: 0, y: 0, w: 6, h: 4 }, bind: { metric: departures } }
`;

const spec = dashboardSpec.parse({
  specVersion: '1.0',
  kind: 'Dashboard',
  name: 'flights',
  title: 'Flights',
  pages: [
    {
      name: 'overview',
      title: 'Overview',
      widgets: [
        {
          id: 'departures',
          type: 'metric',
          title: 'Departures',
          gridPos: { x: 0, y: 0, w: 6, h: 4 },
          bind: { metric: 'departures' },
        },
      ],
    },
  ],
});
const aDashboard = (over: Partial<Dashboard> = {}): Dashboard => ({
  name: 'flights',
  status: 'draft',
  version: 1,
  spec,
  published: null,
  etag,
  owner: 'token:ann',
  created_at: at,
  updated_at: at,
  ...over,
});
const published = { version: 1, spec, author: 'token:ann', published_at: at };

const aPage = (tiles: PageData['tiles']): PageData => ({
  dashboard: 'flights',
  version: 1,
  published: true,
  page: { name: 'overview', title: 'Overview' },
  variables: {},
  tiles,
});
const tile = { id: 'departures', type: 'metric' as const, title: 'Departures' };
const answered: PageData['tiles'][number] = {
  ...tile,
  state: 'answered',
  answer: {
    columns: [{ name: 'departures', type: 'integer' }],
    rows: [[336776]],
    row_count: 1,
    truncated: false,
    sql: 'SELECT 1',
    cached: false,
  },
  sources: [
    {
      derivation: 'flown',
      run: '00000000-0000-4000-8000-000000000001',
      data_hash: etag,
      certificate_digest: etag,
      verdict: 'sound',
      as_of: at,
    },
  ],
};

describe('svc dashboard', () => {
  const { svc, gateway, online } = connectedClient();
  const run = (...args: string[]) => online(['dashboard', ...args]);

  beforeAll(() => writeFileSync(join(svc.directory, 'flights.yaml'), FILE));

  it('saves and publishes a file, sending back the entity tag of what it read', async () => {
    gateway
      .on('GET /api/dashboards/flights', { body: aDashboard({ spec: { ...spec, title: 'Old' } }) })
      .on('PUT /api/dashboards/flights', { body: aDashboard({ version: 2 }) })
      .on('POST /api/dashboards/flights/publish', {
        body: aDashboard({ version: 2, status: 'published', published: { ...published, version: 2 } }),
      });
    const { code, stdout } = await run('apply', 'flights.yaml', '--publish');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/flights +updated +2 +published/)]);
    for (const route of ['PUT /api/dashboards/flights', 'POST /api/dashboards/flights/publish'])
      expect(gateway.requests(route)[0]?.headers['if-match']).toBe(`"${etag}"`);
    expect(gateway.requests('PUT /api/dashboards/flights')[0]?.body).toEqual(spec);
  });

  it('sends nothing for what is saved already', async () => {
    gateway.on('GET /api/dashboards/flights', { body: aDashboard() });
    expect((await run('apply', 'flights.yaml')).stdout).toMatch(/flights +unchanged/);
    expect(gateway.received.map((it) => it.method)).toEqual(['GET']);
  });

  it('complains about a file by line before it sends anything', async () => {
    writeFileSync(join(svc.directory, 'wrong.yaml'), FILE.replace('title: Flights', 'titel: Flights'));
    const { code, stderr } = await run('apply', 'flights.yaml', 'wrong.yaml');
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/wrong\.yaml:4: "titel" is not a known key; did you mean "title"\?/);
    expect(gateway.received).toEqual([]);
  });

  it.each([
    ['flights.yaml', FILE],
    ['flights.json', JSON.stringify(spec)],
  ])('is part of a project as %s: saved by svc apply, and not published', async (file, text) => {
    const project = join(svc.directory, `project-${file}`);
    mkdirSync(join(project, 'dashboards'), { recursive: true });
    writeFileSync(join(project, 'svc.yaml'), 'project: flights\n');
    writeFileSync(join(project, 'dashboards', file), text);
    gateway
      .on('GET /api/dashboards/flights', refusal('not-found', 'There is none.'))
      .on('PUT /api/dashboards/flights', { body: aDashboard() });
    const { code, stdout } = await online(['apply', project]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/\+ dashboard flights created[\s\S]*svc dashboard publish flights/),
    ]);
    expect(gateway.received.map((it) => `${it.method} ${it.path}`)).toEqual([
      'GET /api/dashboards/flights',
      'PUT /api/dashboards/flights',
    ]);
  });

  it('shows the first page with values and certificates', async () => {
    gateway
      .on('GET /api/dashboards/flights', { body: aDashboard({ status: 'published', published }) })
      .on('POST /api/dashboards/flights/pages/overview/data', { body: aPage([answered]) });
    const { code, stdout } = await run('data', 'flights', '--var', 'origin=["JFK"]', '--var', 'since=2013-01-01');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      new RegExp(`Departures\\n336776\\nsound flown as of 2026-03-01 10:00 UTC, certificate ${etag}`),
    );
    expect(gateway.requests('POST /api/dashboards/flights/pages/overview/data')[0]?.body).toEqual({
      variables: { origin: ['JFK'], since: '2013-01-01' },
      draft: false,
    });
  });

  it('ends with 6 when a tile stands on what is not certified, and with 1 when one has no answer', async () => {
    const uncertified: PageData['tiles'][number] = {
      ...tile,
      state: 'uncertified',
      sources: [{ name: 'flown', reason: 'it was revoked.' }],
    };
    gateway.on('POST /api/dashboards/flights/pages/overview/data', { body: aPage([uncertified]) });
    expect(await run('data', 'flights', 'overview')).toMatchObject({
      code: 6,
      stdout: expect.stringMatching(/not certified now flown: it was revoked\./),
    });
    const failed: PageData['tiles'][number] = {
      ...tile,
      state: 'failed',
      problem: { type: '', title: '', status: 400, code: 'query-timeout', detail: 'It took too long.' },
    };
    gateway.on('POST /api/dashboards/flights/pages/overview/data', { body: aPage([answered, failed]) });
    expect(await run('data', 'flights', 'overview')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/336776[\s\S]*no answer It took too long\./),
    });
  });

  it('says of a filter what is chosen, and of how many', async () => {
    const choice = {
      id: 'which',
      type: 'filter' as const,
      title: 'Airport',
      state: 'filter' as const,
      variable: { name: 'origin', label: 'Airport', type: 'string' as const, control: 'multiselect' as const },
    };
    const offered = {
      from: 'derivation' as const,
      values: [{ value: 'EWR', label: 'Newark' }, { value: 'JFK' }],
      truncated: true,
      sources: [],
    };
    gateway.on('POST /api/dashboards/flights/pages/overview/data', {
      body: aPage([
        { ...choice, value: ['EWR', 'JFK'], options: offered },
        { ...choice, value: null, options: { from: 'any', values: [], truncated: false, sources: [] } },
      ]),
    });
    expect(await run('data', 'flights', 'overview')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Airport\nNewark, JFK of more than 2: Newark, JFK\n[\s\S]*Airport\nall\n/),
    });
  });

  it('lists what may be chosen for a variable, and what that stands on', async () => {
    const offered = {
      variable: 'origin',
      from: 'derivation',
      values: [{ value: 'EWR', label: 'Newark' }, { value: 'J\u001b[31mFK' }],
      truncated: true,
      sources: answered.sources,
    };
    gateway.on('GET /api/dashboards/flights/variables/origin/options', { body: offered });
    const { code, stdout, stderr } = await run('options', 'flights', 'origin', '--draft');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/EWR +Newark/)]);
    expect(stdout).not.toContain('\u001b[31m');
    expect(stderr).toMatch(/values of flown, certificate sha256:[\s\S]*there are more values than these/);
    expect(Object.fromEntries(gateway.received[0]?.query ?? [])).toEqual({ draft: 'true' });
    gateway.on('GET /api/dashboards/flights/variables/since/options', {
      body: { variable: 'since', from: 'any', values: [], truncated: false, sources: [] },
    });
    expect((await run('options', 'flights', 'since')).stdout).toBe('any value of its type may be chosen\n');
  });

  it('writes a picture as it was received', async () => {
    gateway.on('GET /api/dashboards/flights/pages/overview.svg', { text: '<svg/>\n', type: 'image/svg+xml' });
    expect((await run('render', 'flights', 'overview', '--var', 'origin=JFK', '--draft', '-o', 'page.svg')).code).toBe(
      0,
    );
    expect(readFileSync(join(svc.directory, 'page.svg'), 'utf8')).toBe('<svg/>\n');
    expect(Object.fromEntries(gateway.received[0]?.query ?? [])).toEqual({
      variables: '{"origin":"JFK"}',
      draft: 'true',
    });
  });

  it('writes no picture into a file that is named as another kind', async () => {
    expect(await run('render', 'flights', 'overview', '-o', 'page.gif')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('-o wants a file that ends in .svg or .png, not in .gif'),
    });
    expect(gateway.received).toEqual([]);
  });

  it('publishes and rolls back what it has read', async () => {
    gateway
      .on('GET /api/dashboards/flights', { body: aDashboard({ version: 3 }) })
      .on('POST /api/dashboards/flights/publish', { body: aDashboard({ published }) })
      .on('POST /api/dashboards/flights/rollback', { body: aDashboard({ version: 4, status: 'changed', published }) });
    expect((await run('publish', 'flights', '1')).stdout).toBe('flights: version 1 is published\n');
    expect((await run('rollback', 'flights', '1')).stdout).toMatch(
      /version 1 is saved anew as version 4; publish it with: svc dashboard publish flights/,
    );
    expect(
      gateway.received.filter((it) => it.method === 'POST').map((it) => [it.body, it.headers['if-match']]),
    ).toEqual([
      [{ version: 1 }, `"${etag}"`],
      [{ version: 1 }, `"${etag}"`],
    ]);
    expect((await run('rollback', 'flights', 'one')).code).toBe(2);
    gateway.on('POST /api/dashboards/flights/rollback', { body: aDashboard({ version: 3 }) });
    expect((await run('rollback', 'flights', '2')).stdout).toBe(
      'flights: the newest version says what version 2 says\n',
    );
  });

  it('shows a dashboard with its versions, and without them to readers', async () => {
    gateway
      .on('GET /api/dashboards/flights', { body: aDashboard({ status: 'published', published }) })
      .on('GET /api/dashboards/flights/versions', {
        body: {
          items: [
            {
              version: 1,
              title: 'Flights',
              author: 'token:ann',
              created_at: at,
              change: 'created',
              publications: [{ author: 'token:ann', published_at: at }],
            },
          ],
        },
      });
    expect((await run('show', 'flights')).stdout).toMatch(
      /overview +departures +metric +metric departures[\s\S]*token:ann +created +2026-03-01 10:00/,
    );
    const widgets = [
      { id: 'which', type: 'filter', gridPos: { x: 0, y: 0, w: 6, h: 4 }, variable: 'dest' },
      {
        id: 'map',
        type: 'map',
        gridPos: { x: 6, y: 0, w: 6, h: 6 },
        bind: { derivation: 'flown' },
        viz: { mark: 'region', encoding: { region: { field: 'iso' }, color: { field: 'n' } } },
      },
    ];
    const mapped = dashboardSpec.parse({
      ...spec,
      theme: 'dark',
      variables: [
        { name: 'dest', type: 'string', control: 'search', options: { derivation: 'flown', column: 'dest' } },
      ],
      pages: [{ name: 'overview', title: 'Overview', widgets }],
    });
    gateway.on('GET /api/dashboards/flights', { body: aDashboard({ spec: mapped }) });
    expect((await run('show', 'flights')).stdout).toMatch(
      /dest \(string, values of flown\.dest\)[\s\S]*dark[\s\S]*which +filter +variable dest[\s\S]*map +map +rows of flown/,
    );
    gateway
      .on('GET /api/dashboards/flights', { body: aDashboard({ status: 'published', published }) })
      .on('GET /api/dashboards/flights/versions', refusal('forbidden', 'No.'));
    const { code, stdout } = await run('show', 'flights');
    expect([code, stdout]).toEqual([0, expect.not.stringContaining('created  2026')]);
  });
});
