import { type DashboardSpec, dashboardSpec } from '@svc/contracts';
import { z } from 'zod';
import { grafanaDashboard } from './grafana-dashboard';
import { typedValues } from './typed-values';
import { example, classic, exported, origin } from '../../../test/dashboard/grafana-export';

/** The example with other variables; its widgets name `origin`. */
function withVariables(variables: readonly object[], filtered = true): DashboardSpec {
  const pages = filtered
    ? example.pages
    : [
        {
          name: 'a',
          title: 'A',
          widgets: [{ id: 'a', type: 'metric', gridPos: { x: 0, y: 0, w: 6, h: 4 }, bind: { metric: 'departures' } }],
        },
      ];
  return dashboardSpec.parse({ ...example, variables, pages });
}

const variablesOf = (variables: readonly object[]) =>
  classic.parse(grafanaDashboard(withVariables(variables), () => [])).templating.list;

/** How Grafana 10 to 12 take a list of options apart, and how they quote a value. */
const optionsAsGrafanaReads = (query: string) =>
  (query.match(/(?:\\,|[^,])+/g) ?? []).map((part) => {
    const [, label = '', value = ''] = /^\s*(.+)\s:\s(.+)$/.exec(part.replaceAll('\\,', ',')) ?? [];
    return { label: label.trim(), value: value.trim() };
  });

const quotedByGrafana = (value: string): string => `"${value.replaceAll('"', '\\"')}"`;

describe('a variable for Grafana', () => {
  it('offers the options of a variable, and begins with all of them: Grafana would begin with the first', () => {
    expect(variablesOf([{ ...origin, default: null }])).toMatchObject([
      {
        name: 'origin',
        type: 'custom',
        multi: true,
        query: 'Newark : EWR, Kennedy : JFK',
        includeAll: true,
        current: { text: ['All'], value: ['$__all'] },
        options: [
          { text: 'All', value: '$__all', selected: true },
          { value: 'EWR', selected: false },
          { value: 'JFK', selected: false },
        ],
      },
    ]);
    expect(variablesOf([{ ...origin, control: 'dropdown' }])).toMatchObject([
      { multi: false, current: { text: 'All', value: '$__all' } },
    ]);
  });

  it('begins with the default of a variable where there is one', () => {
    expect(variablesOf([{ ...origin, default: ['JFK'] }])).toMatchObject([
      {
        current: { text: ['Kennedy'], value: ['JFK'] },
        options: [{ selected: false }, { selected: false }, { value: 'JFK', selected: true }],
      },
    ]);
    expect(variablesOf([{ ...origin, control: 'dropdown', default: 'JFK' }])).toMatchObject([
      { current: { text: 'Kennedy', value: 'JFK' } },
    ]);
  });

  it('has Grafana send an empty text for all options: nothing is chosen', () => {
    const [variable] = variablesOf([origin]);
    const body: unknown = JSON.parse(`[${String(variable?.['allValue'])}]`);
    expect(typedValues(withVariables([origin]).variables, { origin: z.array(z.string()).parse(body) })).toEqual({
      origin: [],
    });
  });

  it('writes options as Grafana reads them: a comma is marked, a colon is not, and a backslash survives the quotes', () => {
    const [variable] = variablesOf([{ ...origin, options: { values: ['10:30, late', 'a\\b"c'] } }]);
    const { query } = z.object({ query: z.string() }).parse(variable);
    expect(optionsAsGrafanaReads(query).map(({ value }): unknown => JSON.parse(quotedByGrafana(value)))).toEqual([
      '10:30, late',
      'a\\b"c',
    ]);
  });

  it('asks for the days that the dashboard shows by their moments: the days that Grafana writes are the browser’s', () => {
    const days = { name: 'days', type: 'date', control: 'daterange', default: ['2013-02-01', '2013-02-28'] };
    const exportedDays = classic.parse(grafanaDashboard(withVariables([days], false), () => []));
    expect(exportedDays).toMatchObject({
      time: { from: '2013-02-01T00:00:00.000Z', to: '2013-02-28T23:59:59.999Z' },
      templating: { list: [] },
    });
    expect(exportedDays.panels[1]?.targets?.[0]?.url_options.data).toBe(
      '{"variables": {"days": ["${__from:date:iso}", "${__to:date:iso}"]}}',
    );
    expect(
      typedValues(withVariables([days], false).variables, {
        days: ['2013-02-01T00:00:00.000Z', '2013-02-28T23:59:59.999Z'],
      }),
    ).toEqual({ days: ['2013-02-01', '2013-02-28'] });
    expect(exported['time']).toEqual({ from: 'now-1y', to: 'now' });
  });

  it('has what is chosen above its panels: no panel for a filter, and values of a derivation asked of us', () => {
    const variables = [
      {
        name: 'dest',
        label: 'To',
        type: 'string',
        control: 'multiselect',
        options: { derivation: 'airports', column: 'faa', labelColumn: 'name' },
      },
      { name: 'plain', type: 'string', control: 'dropdown', options: { derivation: 'airports', column: 'faa' } },
    ];
    const spec = dashboardSpec.parse({
      ...example,
      variables,
      pages: [
        {
          name: 'a',
          title: 'A',
          widgets: [{ id: 'a', type: 'filter', gridPos: { x: 0, y: 0, w: 6, h: 4 }, variable: 'dest' }],
        },
      ],
    });
    const { panels, templating } = classic.parse(grafanaDashboard(spec, () => [], 'svc-infinity'));
    expect(panels.map((it) => it.type)).toEqual(['row']);
    const query = (columns: object[], name: string) => ({
      queryType: 'infinity',
      infinityQuery: expect.objectContaining({
        url: `/api/dashboards/flights/variables/${name}/options`,
        root_selector: 'values',
        columns,
      }),
    });
    expect(templating.list).toMatchObject([
      {
        name: 'dest',
        type: 'query',
        multi: true,
        datasource: { uid: 'svc-infinity' },
        query: query(
          [
            { selector: 'label', text: '__text', type: 'string' },
            { selector: 'value', text: '__value', type: 'string' },
          ],
          'dest',
        ),
      },
      {
        name: 'plain',
        type: 'query',
        multi: false,
        query: query([{ selector: 'value', text: 'value', type: 'string' }], 'plain'),
      },
    ]);
  });
});
