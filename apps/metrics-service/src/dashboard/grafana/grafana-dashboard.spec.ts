import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboardSpec, listDashboards } from '@svc/contracts';
import { parse } from 'yaml';
import { z } from 'zod';
import { flatRows } from './flat-rows';
import { grafanaDashboard } from './grafana-dashboard';
import { typedValues } from './typed-values';
import { example, classic, exported } from '../../../test/dashboard/grafana-export';

describe('a dashboard for Grafana', () => {
  it('has a row for the page and a panel for each widget, none over another', () => {
    expect(exported.panels.map((it) => it.type)).toEqual([
      'row',
      'stat',
      'stat',
      'stat',
      'timeseries',
      'barchart',
      'table',
      'text',
      'row',
      'text',
      'geomap',
      'table',
    ]);
    expect(new Set(exported.panels.map((it) => it.id)).size).toBe(exported.panels.length);
    const cells = exported.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  it('asks for widgets by name, with values as Grafana quotes them', () => {
    const [target] = exported.panels[1]?.targets ?? [];
    expect(target).toMatchObject({
      url: '/api/dashboards/flights/widgets/departures/rows',
      root_selector: 'rows',
      url_options: {
        method: 'POST',
        data: '{"variables": {"origin": [${origin:doublequote}], "dest": [${dest:doublequote}]}}',
      },
    });
    for (const chosen of ['"EWR","JFK"', '"EWR"', '""', '']) {
      const body: unknown = JSON.parse((target?.url_options.data ?? '').replaceAll(/\$\{\w+:doublequote\}/g, chosen));
      expect(body).toEqual({ variables: { origin: expect.any(Array), dest: expect.any(Array) } });
    }
  });

  it('says which columns are moments, and makes a line of each text beside them', () => {
    expect(exported.panels[4]).toMatchObject({
      targets: [
        {
          columns: [
            { selector: 'date', type: 'timestamp' },
            { selector: 'origin', type: 'string' },
            { selector: 'average_delay', type: 'number' },
          ],
        },
      ],
      transformations: [{ id: 'prepareTimeSeries' }],
    });
  });

  it('tells of no columns where a name would be read as a path', () => {
    const columns = (selector: string) =>
      classic.parse(grafanaDashboard(example, () => [{ selector, type: 'number' }])).panels[1]?.targets?.[0]?.columns;
    for (const path of ['dep.delay', 'a|b', 'what?', 'n*', '#', 'it\\s']) expect(columns(path)).toEqual([]);
    for (const name of ['dep_delay', 'dep delay-2', 'a:b', 'Verspätung']) expect(columns(name)).toHaveLength(1);
  });

  it('puts the columns of a table back in our order', () => {
    expect(exported.panels[6]).toMatchObject({
      type: 'table',
      transformations: [{ id: 'organize', options: { indexByName: { origin: 0, half: 1, departures: 2 } } }],
    });
  });

  it('names the data source by its uid where nobody can be asked, as the provisioned one is named', () => {
    const text = JSON.stringify(grafanaDashboard(example, () => [], 'svc-infinity'));
    expect(text).not.toMatch(/__inputs|DS_SVC/);
    const provisioned: unknown = parse(
      readFileSync(join(__dirname, '../../../../../examples/grafana/provisioning/datasources/svc.yaml'), 'utf8'),
    );
    const { datasources } = z
      .object({ datasources: z.array(z.looseObject({ uid: z.string(), type: z.string() })) })
      .parse(provisioned);
    const panel = classic.parse(JSON.parse(text)).panels[1];
    expect(datasources.map(({ uid, type }) => ({ uid, type }))).toContainEqual(panel?.['datasource']);
  });

  it('has maps of places, and for regions a mark at the middle of each country', () => {
    const map = {
      id: 'a',
      type: 'map',
      gridPos: { x: 0, y: 0, w: 6, h: 6 },
      bind: { metric: 'departures', groupBy: ['lon', 'lat'] },
      viz: {
        mark: 'point',
        encoding: { longitude: { field: 'lon' }, latitude: { field: 'lat' }, size: { field: 'departures' } },
      },
    };
    const regions = {
      ...map,
      id: 'b',
      gridPos: { x: 6, y: 0, w: 6, h: 6 },
      viz: { mark: 'region', encoding: { region: { field: 'iso' }, color: { field: 'departures', title: '$late' } } },
    };
    const spec = dashboardSpec.parse({
      ...example,
      pages: [{ name: 'a', title: 'A', columns: 12, widgets: [map, regions] }],
    });
    const { panels } = classic.parse(
      grafanaDashboard(spec, ({ bind: { groupBy = [] } }) =>
        groupBy.map((selector) => ({ selector, type: 'string' as const })),
      ),
    );
    expect(panels.slice(1)).toMatchObject([
      {
        type: 'geomap',
        gridPos: { x: 0, w: 12 },
        options: {
          layers: [
            {
              location: { mode: 'coords', longitude: 'lon', latitude: 'lat' },
              config: { style: { size: { field: 'departures' } } },
            },
          ],
        },
        targets: [
          {
            columns: [
              { selector: 'lon', type: 'number' },
              { selector: 'lat', type: 'number' },
            ],
          },
        ],
      },
      {
        type: 'geomap',
        gridPos: { x: 12, w: 12 },
        options: {
          layers: [
            {
              name: '＄late',
              location: { mode: 'lookup', lookup: 'iso' },
              config: { style: { color: { field: 'departures' } } },
            },
          ],
        },
      },
    ]);
  });

  it('has the edges of a page with other columns where they meet', () => {
    const spec = dashboardSpec.parse({
      ...example,
      pages: [
        {
          name: 'a',
          title: 'A',
          columns: 7,
          widgets: Array.from({ length: 7 }, (_, x) => ({
            id: `t${x}`,
            type: 'text',
            gridPos: { x, y: 0, w: 1, h: 2 },
            content: '',
          })),
        },
      ],
    });
    const places = classic
      .parse(grafanaDashboard(spec, () => []))
      .panels.slice(1)
      .map((it) => it.gridPos);
    expect(places.map((it) => it.x + it.w)).toEqual([...places.slice(1).map((it) => it.x), 24]);
  });

  it('has a uid of its own, however long its name is', () => {
    const uids = ['flights', 'a'.repeat(36), `${'a'.repeat(60)}b`, `${'a'.repeat(60)}c`].map(
      (name) => classic.parse(grafanaDashboard(dashboardSpec.parse({ ...example, name }), () => [])).uid,
    );
    expect(uids.slice(0, 2)).toEqual(['svc-flights', `svc-${'a'.repeat(36)}`]);
    expect(new Set(uids).size).toBe(4);
  });

  it('is provisioned with a test that asks what its token must be allowed to', () => {
    const provisioned: unknown = parse(
      readFileSync(join(__dirname, '../../../../../examples/grafana/provisioning/datasources/svc.yaml'), 'utf8'),
    );
    const { datasources } = z
      .object({
        datasources: z.array(
          z.looseObject({
            jsonData: z.looseObject({
              customHealthCheckEnabled: z.boolean().optional(),
              customHealthCheckUrl: z.string().optional(),
            }),
          }),
        ),
      })
      .parse(provisioned);
    const { customHealthCheckEnabled, customHealthCheckUrl } = datasources[0]?.jsonData ?? {};
    expect([customHealthCheckEnabled, customHealthCheckUrl]).toEqual([true, `$SVC_URL${listDashboards.path}?limit=1`]);
    expect([listDashboards.method, listDashboards.access]).toEqual(['GET', { scope: 'dashboard:read' }]);
  });

  it('lets no word of ours be a variable or markup of theirs', () => {
    const spec = dashboardSpec.parse({
      ...example,
      pages: [
        {
          name: 'a',
          title: 'A',
          widgets: [
            {
              id: 'a',
              type: 'text',
              title: '${__user.email}',
              gridPos: { x: 0, y: 0, w: 6, h: 4 },
              content: '``` <b>$x</b>',
            },
          ],
        },
      ],
    });
    const text = JSON.stringify(grafanaDashboard(spec, () => []).panels);
    expect(text).not.toContain('${');
    expect(text).toContain('````\\n``` <b>＄x</b>\\n````');
  });
});

describe('flat rows', () => {
  it('write moments as RFC 3339 and numbers as numbers', () => {
    const columns = [
      { name: 'at', type: 'timestamp' },
      { name: 'day', type: 'date' },
      { name: 'sum', type: 'decimal(38,2)' },
      { name: 'zip', type: 'string' },
    ];
    expect(
      flatRows({
        columns,
        rows: [
          ['2024-03-01 14:00:00', '2024-03-01', '9007199254740993.25', '01234'],
          [null, null, null, null],
        ],
        truncated: false,
        sources: [],
      }).rows,
    ).toEqual([
      { at: '2024-03-01T14:00:00.000Z', day: '2024-03-01T00:00:00.000Z', sum: 9007199254740993.25, zip: '01234' },
      { at: null, day: null, sum: null, zip: null },
    ]);
  });
});

describe('values as other tools write them', () => {
  it('are read by the variable, an empty one as nothing', () => {
    const variables = dashboardSpec.parse({
      ...example,
      variables: [
        { name: 'n', type: 'integer', control: 'search' },
        { name: 'b', type: 'boolean', control: 'toggle' },
        { name: 's', type: 'string', control: 'multiselect' },
      ],
    }).variables;
    expect(typedValues(variables, { n: '7', b: 'true', s: ['7', ''] })).toEqual({ n: 7, b: true, s: ['7'] });
    expect(typedValues(variables, { n: '', b: '', s: [''] })).toEqual({ n: null, b: null, s: [] });
    expect(typedValues(variables, { n: 'seven' })).toEqual({ n: 'seven' });
  });
});
