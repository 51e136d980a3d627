import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboardSpec } from '@svc/contracts';
import { connectedClient } from './connected-client';
import { aDashboard, at, etag, published, spec } from './dashboards';
import { refusal } from './fake-gateway';

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

  it('publishes and rolls back what it has read', async () => {
    gateway
      .on('GET /api/dashboards/flights', { body: aDashboard({ version: 3 }) })
      .on('POST /api/dashboards/flights/publish', { body: aDashboard({ published }) })
      .on('POST /api/dashboards/flights/rollback', { body: aDashboard({ version: 4, status: 'changed', published }) });
    expect((await run('publish', 'flights', '1')).stdout).toBe('flights: version 1 is published\n');
    expect((await run('rollback', 'flights', '1')).stdout).toMatch(
      /version 1 is saved again as version 4; publish it with: svc dashboard publish flights/,
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
      'flights: the newest version already equals version 2\n',
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
      /overview +departures +metric +metric departures[\s\S]*token:ann +2026-03-01 10:00 +created/,
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
