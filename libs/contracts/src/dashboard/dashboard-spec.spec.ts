import { problemItems } from '../problem/pointer';
import { dashboardSpec } from './dashboard-spec';

const place = { x: 0, y: 0, w: 6, h: 6 };
const bind = { metric: 'delay' };

/** A dashboard with everything that version 1.0 has. */
function everything() {
  return {
    specVersion: '1.0',
    kind: 'Dashboard',
    name: 'delays',
    title: 'Delays',
    description: 'How late.',
    theme: 'dark',
    variables: [
      {
        name: 'origin',
        label: 'Airport',
        type: 'string',
        control: 'multiselect',
        default: ['JFK'],
        options: { values: ['JFK', { value: 'LGA', label: 'LaGuardia' }] },
        scope: 'page',
        appliesTo: ['late', 'places'],
        immune: ['words'],
      },
      {
        name: 'dest',
        type: 'string',
        control: 'dropdown',
        options: { derivation: 'flights', column: 'dest', labelColumn: 'name' },
        appliesTo: '*',
      },
      { name: 'since', type: 'date', control: 'daterange', default: null },
    ],
    pages: [
      {
        name: 'first',
        title: 'First',
        columns: 12,
        widgets: [
          {
            id: 'late',
            type: 'metric',
            title: 'Late',
            gridPos: place,
            bind,
            viz: { field: 'delay', format: { style: 'percent' } },
            interactions: { drillThrough: { target: 'dashboard:planes', carry: ['origin'] } },
          },
          {
            id: 'trend',
            type: 'chart',
            gridPos: place,
            bind: { ...bind, groupBy: ['carrier'], grain: 'month' },
            viz: { mark: 'line', encoding: { x: { field: 'day' }, y: { field: 'delay' } } },
            interactions: {
              crossFilter: { emit: { origin: 'carrier' } },
              drillThrough: { target: 'page:first' },
              drillDown: { hierarchy: ['carrier', 'flight'], param: 'dest' },
            },
          },
          {
            id: 'places',
            type: 'map',
            gridPos: place,
            bind: { derivation: 'airports' },
            viz: {
              mark: 'point',
              encoding: {
                longitude: { field: 'lon' },
                latitude: { field: 'lat' },
                size: { field: 'n' },
                color: { field: 'delay', format: { digits: 1 } },
              },
            },
          },
          {
            id: 'countries',
            type: 'map',
            gridPos: place,
            bind: { derivation: 'people' },
            viz: { mark: 'region', encoding: { region: { field: 'iso' }, color: { field: 'people' } } },
          },
          { id: 'rows', type: 'table', gridPos: place, bind: { derivation: 'flights', columns: ['dest'] } },
          { id: 'words', type: 'text', gridPos: place, content: '<b>words</b>' },
          { id: 'choose', type: 'filter', gridPos: place, variable: 'origin' },
        ],
      },
    ],
    refresh: { interval: '5m' },
  };
}

type Path = readonly (string | number)[];

/** The same document with another value at a place; `undefined` takes it away. */
function changed(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value)) return value.map((it: unknown, index) => (index === key ? changed(it, rest, to) : it));
  const members = new Map(Object.entries(typeof value === 'object' && value !== null ? value : {}));
  const inner = changed(members.get(String(key)), rest, to);
  return Object.fromEntries(
    inner === undefined ? [...members].filter(([name]) => name !== key) : [...members.set(String(key), inner)],
  );
}

function refusals(document: unknown): string[] {
  const parsed = dashboardSpec.safeParse(document);
  return parsed.success ? [] : problemItems(parsed.error).map((it) => it.pointer);
}

const widget = (index: number, ...rest: Path): Path => ['pages', 0, 'widgets', index, ...rest];
const variable = (index: number, ...rest: Path): Path => ['variables', index, ...rest];

describe('a dashboard specification 1.0', () => {
  it('holds everything that it may hold', () => {
    expect(refusals(everything())).toEqual([]);
  });

  it('of an earlier time is right as it is, and gains nothing that is not written', () => {
    const old = {
      specVersion: '1.0',
      kind: 'Dashboard',
      name: 'old',
      title: 'Old',
      variables: [{ name: 'a', type: 'string', control: 'search', default: null }],
      pages: [{ name: 'a', title: 'A', widgets: [{ id: 'a', type: 'text', gridPos: place, content: '' }] }],
      refresh: { interval: 'off' },
    };
    expect(dashboardSpec.parse(old)).toEqual(old);
  });

  it('writes options in one way, and is what it was when it is read again', () => {
    const once = dashboardSpec.parse(everything());
    expect(once.variables[0]?.options?.values).toEqual([{ value: 'JFK' }, { value: 'LGA', label: 'LaGuardia' }]);
    expect(dashboardSpec.parse(once)).toEqual(once);
  });

  const wrong: readonly (readonly [string, Path, unknown, string])[] = [
    ['a theme of its own', ['theme'], 'solarized', '/theme'],
    ['a page of 25 columns', ['pages', 0, 'columns'], 25, '/pages/0/columns'],
    ['a page of no columns', ['pages', 0, 'columns'], 0, '/pages/0/columns'],
    ['a scope of its own', variable(0, 'scope'), 'session', '/variables/0/scope'],
    [
      'a widget that a variable applies to by another name than a name',
      variable(0, 'appliesTo'),
      'late',
      '/variables/0/appliesTo',
    ],
    ['options of two sorts', variable(1, 'options', 'values'), ['a'], '/variables/1/options/values'],
    ['options of no sort', variable(1, 'options'), {}, '/variables/1/options/values'],
    [
      'options of a derivation without a column',
      variable(1, 'options', 'column'),
      undefined,
      '/variables/1/options/column',
    ],
    ['a label column beside a list', variable(0, 'options', 'labelColumn'), 'name', '/variables/0/options/labelColumn'],
    ['an option that is a list', variable(0, 'options', 'values', 0), ['JFK'], '/variables/0/options/values/0'],
    [
      'an option with more than a value and a label',
      variable(0, 'options', 'values', 1, 'icon'),
      'x',
      '/variables/0/options/values/1/icon',
    ],
    [
      'SQL in place of a derivation',
      variable(1, 'options', 'derivation'),
      'flights; drop table x',
      '/variables/1/options/derivation',
    ],
    ['a widget of code', widget(5, 'type'), 'html', '/pages/0/widgets/5/type'],
    ['a script beside the words', widget(5, 'script'), 'alert(1)', '/pages/0/widgets/5/script'],
    ['SQL in a tile', widget(4, 'bind', 'sql'), 'select 1', '/pages/0/widgets/4/bind/sql'],
    [
      'a map without a place',
      widget(2, 'viz', 'encoding', 'latitude'),
      undefined,
      '/pages/0/widgets/2/viz/encoding/latitude',
    ],
    ['a map of another mark', widget(2, 'viz', 'mark'), 'heat', '/pages/0/widgets/2/viz/mark'],
    [
      'a map with tiles of somebody else',
      widget(2, 'viz', 'tiles'),
      'https://example.org/{z}/{x}/{y}.png',
      '/pages/0/widgets/2/viz/tiles',
    ],
    ['a map without a drawing', widget(2, 'viz'), undefined, '/pages/0/widgets/2/viz'],
    ['a filter of no variable', widget(6, 'variable'), undefined, '/pages/0/widgets/6/variable'],
    ['a filter that is bound', widget(6, 'bind'), bind, '/pages/0/widgets/6/bind'],
    ['interactions of words', widget(5, 'interactions'), {}, '/pages/0/widgets/5/interactions'],
    [
      'a way to an address',
      widget(0, 'interactions', 'drillThrough', 'target'),
      'https://example.org',
      '/pages/0/widgets/0/interactions/drillThrough/target',
    ],
    [
      'a way to a script',
      widget(0, 'interactions', 'drillThrough', 'target'),
      'page:first\njavascript:alert(1)',
      '/pages/0/widgets/0/interactions/drillThrough/target',
    ],
    [
      'a cross filter that sends nothing',
      widget(1, 'interactions', 'crossFilter', 'emit'),
      {},
      '/pages/0/widgets/1/interactions/crossFilter/emit',
    ],
    [
      'a hierarchy of one level',
      widget(1, 'interactions', 'drillDown', 'hierarchy'),
      ['carrier'],
      '/pages/0/widgets/1/interactions/drillDown/hierarchy',
    ],
    [
      'a hierarchy without a variable',
      widget(1, 'interactions', 'drillDown', 'param'),
      undefined,
      '/pages/0/widgets/1/interactions/drillDown/param',
    ],
    ['a place over the edge', widget(0, 'gridPos', 'x'), 20, '/pages/0/widgets/0/gridPos/w'],
    ['a name with a capital letter', widget(0, 'id'), 'Late', '/pages/0/widgets/0/id'],
    ['version 2.0', ['specVersion'], '2.0', '/specVersion'],
  ];
  it.each(wrong)('refuses %s, and says where', (_, path, to, pointer) => {
    expect(refusals(changed(everything(), path, to))).toEqual([pointer]);
  });
});
