import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboardSpec } from '@svc/contracts';
import { parse } from 'yaml';
import { z } from 'zod';
import { flatRows } from './flat-rows';
import { grafanaDashboard } from './grafana-dashboard';
import { typedValues } from './typed-values';

const example = dashboardSpec.parse(parse(readFileSync(join(__dirname, '../../../../../examples/flights/dashboards/flights.yaml'), 'utf8')));

/** As much of a classic dashboard as Grafana needs to place and ask its panels. */
const box = z.object({ x: z.int().min(0).max(23), y: z.int().min(0), w: z.int().min(1).max(24), h: z.int().min(1) });
const classic = z.object({
  uid: z.string().max(40), title: z.string(), schemaVersion: z.int(), templating: z.object({ list: z.array(z.looseObject({ name: z.string(), type: z.string() })) }),
  panels: z.array(z.looseObject({ id: z.int(), type: z.string(), title: z.string(), gridPos: box, targets: z.array(z.looseObject({ url: z.string(), root_selector: z.string(), columns: z.array(z.json()), url_options: z.looseObject({ data: z.string() }) })).optional() })),
});
const exported = classic.parse(grafanaDashboard(example, ({ metric, groupBy = [], grain }) => [
  ...(grain === undefined ? [] : [{ selector: 'date', type: 'timestamp' as const }]), ...groupBy.map((selector) => ({ selector, type: 'string' as const })), { selector: metric ?? '', type: 'number' as const },
]));

describe('a dashboard for Grafana', () => {
  it('has a row for the page and a panel for each widget, none over another', () => {
    expect(exported.panels.map((it) => it.type)).toEqual(['row', 'stat', 'stat', 'stat', 'timeseries', 'barchart', 'table', 'text']);
    expect(new Set(exported.panels.map((it) => it.id)).size).toBe(exported.panels.length);
    const cells = exported.panels.flatMap(({ gridPos: { x, y, w, h } }) => Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`));
    expect(new Set(cells).size).toBe(cells.length);
  });

  it('asks for widgets by name, with values as Grafana quotes them', () => {
    const [target] = exported.panels[1]?.targets ?? [];
    expect(target).toMatchObject({ url: '/api/dashboards/flights/widgets/departures/rows', root_selector: 'rows', url_options: { method: 'POST', data: '{"variables": {"origin": [${origin:doublequote}]}}' } });
    for (const chosen of ['"EWR","JFK"', '"EWR"', '""', '']) {
      const body: unknown = JSON.parse((target?.url_options.data ?? '').replace('${origin:doublequote}', chosen));
      expect(body).toEqual({ variables: { origin: expect.any(Array) } });
    }
  });

  it('says which columns are moments, and makes a line of each text beside them', () => {
    expect(exported.panels[4]).toMatchObject({ targets: [{ columns: [{ selector: 'date', type: 'timestamp' }, { selector: 'origin', type: 'string' }, { selector: 'average_delay', type: 'number' }] }], transformations: [{ id: 'prepareTimeSeries' }] });
  });

  it('offers the options of a variable', () => {
    expect(exported.templating.list).toMatchObject([{ name: 'origin', type: 'custom', multi: true, query: 'Newark : EWR, Kennedy : JFK, LaGuardia : LGA' }]);
  });

  it('names the data source by its uid where nobody can be asked, as the provisioned one is named', () => {
    const text = JSON.stringify(grafanaDashboard(example, () => [], 'svc-infinity'));
    expect(text).not.toMatch(/__inputs|DS_SVC/);
    const provisioned: unknown = parse(readFileSync(join(__dirname, '../../../../../examples/grafana/provisioning/datasources/svc.yaml'), 'utf8'));
    const { datasources } = z.object({ datasources: z.array(z.looseObject({ uid: z.string(), type: z.string() })) }).parse(provisioned);
    const panel = classic.parse(JSON.parse(text)).panels[1];
    expect(datasources.map(({ uid, type }) => ({ uid, type }))).toContainEqual(panel?.['datasource']);
  });

  it('lets no word of ours be a variable or markup of theirs', () => {
    const spec = dashboardSpec.parse({ ...example, pages: [{ name: 'a', title: 'A', widgets: [{ id: 'a', type: 'text', title: '${__user.email}', gridPos: { x: 0, y: 0, w: 6, h: 4 }, content: '``` <b>$x</b>' }] }] });
    const text = JSON.stringify(grafanaDashboard(spec, () => []).panels);
    expect(text).not.toContain('${');
    expect(text).toContain('````\\n``` <b>＄x</b>\\n````');
  });
});

describe('flat rows', () => {
  it('write moments as RFC 3339 and numbers as numbers', () => {
    const columns = [{ name: 'at', type: 'timestamp' }, { name: 'day', type: 'date' }, { name: 'sum', type: 'decimal(38,2)' }, { name: 'zip', type: 'string' }];
    expect(flatRows({ columns, rows: [['2024-03-01 14:00:00', '2024-03-01', '9007199254740993.25', '01234'], [null, null, null, null]], truncated: false, sources: [] }).rows).toEqual([
      { at: '2024-03-01T14:00:00.000Z', day: '2024-03-01T00:00:00.000Z', sum: 9007199254740993.25, zip: '01234' }, { at: null, day: null, sum: null, zip: null },
    ]);
  });
});

describe('values as other tools write them', () => {
  it('are read by the variable, an empty one as nothing', () => {
    const variables = dashboardSpec.parse({ ...example, variables: [{ name: 'n', type: 'integer', control: 'search' }, { name: 'b', type: 'boolean', control: 'toggle' }, { name: 's', type: 'string', control: 'multiselect' }] }).variables;
    expect(typedValues(variables, { n: '7', b: 'true', s: ['7', ''] })).toEqual({ n: 7, b: true, s: ['7'] });
    expect(typedValues(variables, { n: '', b: '', s: [''] })).toEqual({ n: null, b: null, s: [] });
    expect(typedValues(variables, { n: 'seven' })).toEqual({ n: 'seven' });
  });
});
