import { dashboardSpec, type DashboardSpec } from '@svc/contracts';
import fc from 'fast-check';
import { casesOf } from '@svc/testing';
import { checkSpec } from './check-spec';

const tile = { id: 'tile', type: 'metric', gridPos: { x: 0, y: 0, w: 6, h: 6 }, bind: { metric: 'delay' } };
const rows = { id: 'rows', type: 'table', gridPos: { x: 6, y: 0, w: 6, h: 6 }, bind: { derivation: 'flights' } };
const origin = { name: 'origin', type: 'string', control: 'search' };

/** A specification with these widgets on its first page, and a second one. */
function spec(widgets: readonly object[], variables: readonly object[] = [origin], page: object = {}): DashboardSpec {
  return dashboardSpec.parse({
    specVersion: '1.0',
    kind: 'Dashboard',
    name: 'delays',
    title: 'Delays',
    variables,
    pages: [
      { name: 'first', title: 'First', widgets, ...page },
      { name: 'second', title: 'Second', widgets: [] },
    ],
  });
}

const found = (...parts: Parameters<typeof spec>) =>
  checkSpec(spec(...parts)).map((it) => `${it.pointer}: ${it.message}`);

describe('what a specification refers to', () => {
  it('is a variable of it, in a filter', () => {
    const filter = { id: 'choose', type: 'filter', gridPos: { x: 12, y: 0, w: 4, h: 3 }, variable: 'origin' };
    expect(found([filter])).toEqual([]);
    expect(found([{ ...filter, variable: 'orign' }])).toEqual([
      '/pages/0/widgets/0/variable: there is no variable "orign"; did you mean "origin"? Variables: "origin"',
    ]);
  });

  it('is a widget of it, where a variable says what it is for', () => {
    expect(found([tile], [{ ...origin, appliesTo: ['tile'], immune: ['tile'] }])).toEqual([]);
    expect(found([tile], [{ ...origin, appliesTo: ['tile', 'tilt'], immune: ['gone'] }])).toEqual([
      '/variables/0/appliesTo/1: there is no widget "tilt"; did you mean "tile"? Widgets: "tile"',
      '/variables/0/immune/0: there is no widget "gone". Widgets: "tile"',
    ]);
  });

  it('is a variable and a page of it, where a reader points; another dashboard may come later', () => {
    const ways = {
      crossFilter: { emit: { origin: 'carrier' } },
      drillThrough: { target: 'page:second', carry: ['origin'] },
      drillDown: { hierarchy: ['carrier', 'flight'], param: 'origin' },
    };
    expect(found([{ ...tile, interactions: ways }])).toEqual([]);
    expect(found([{ ...tile, interactions: { drillThrough: { target: 'dashboard:not_there_yet' } } }])).toEqual([]);
    const wrong = {
      crossFilter: { emit: { carrier: 'carrier' } },
      drillThrough: { target: 'page:third', carry: ['dest'] },
      drillDown: { hierarchy: ['carrier', 'carrier'], param: 'level' },
    };
    expect(checkSpec(spec([{ ...tile, interactions: wrong }])).map((it) => it.pointer)).toEqual([
      '/pages/0/widgets/0/interactions/crossFilter/emit/carrier',
      '/pages/0/widgets/0/interactions/drillThrough/target',
      '/pages/0/widgets/0/interactions/drillThrough/carry/0',
      '/pages/0/widgets/0/interactions/drillDown/param',
      '/pages/0/widgets/0/interactions/drillDown/hierarchy/1',
    ]);
  });

  it('has dimensions, where a reader goes down by them', () => {
    expect(
      found([{ ...rows, interactions: { drillDown: { hierarchy: ['carrier', 'flight'], param: 'origin' } } }]),
    ).toEqual([
      '/pages/0/widgets/0/interactions/drillDown: expects a metric: only a metric has dimensions to drill down by',
    ]);
  });
});

describe('the grid of a page', () => {
  it('has the columns that the page says', () => {
    expect(found([{ ...tile, gridPos: { x: 6, y: 0, w: 6, h: 6 } }], [], { columns: 12 })).toEqual([]);
    expect(found([{ ...tile, gridPos: { x: 7, y: 0, w: 6, h: 6 } }], [], { columns: 12 })).toEqual([
      '/pages/0/widgets/0/gridPos/w: reaches over the right edge: the page has 12 columns',
    ]);
  });

  it('is as wide as any: what is too small on one is not on a coarser one', () => {
    const map = {
      id: 'map',
      type: 'map',
      bind: { derivation: 'flights' },
      viz: { mark: 'region', encoding: { region: { field: 'iso' }, color: { field: 'n' } } },
    };
    expect(found([{ ...map, gridPos: { x: 0, y: 0, w: 4, h: 6 } }])).toEqual([
      '/pages/0/widgets/0/gridPos: is too small for a map: at least 5 wide and 6 high',
    ]);
    expect(found([{ ...map, gridPos: { x: 0, y: 0, w: 3, h: 6 } }], [], { columns: 12 })).toEqual([]);
    expect(found([{ ...map, gridPos: { x: 0, y: 0, w: 1, h: 6 } }], [], { columns: 1 })).toEqual([]);
  });
});

describe('whatever is written', () => {
  it('is refused with pointers or looked at whole, and never thrown at', () => {
    const name = fc.constantFrom('origin', 'tile', 'second', 'constructor', 'to_string', '$origin', '__proto__', '');
    const widget = fc.oneof(
      fc.record({ id: name, type: fc.constant('filter'), gridPos: fc.constant(tile.gridPos), variable: name }),
      fc.record({
        id: name,
        type: fc.constant('metric'),
        gridPos: fc.constant(tile.gridPos),
        bind: fc.record({
          metric: name,
          filters: fc.array(
            fc.record({ column: name, op: fc.constant('eq'), value: fc.oneof(name, fc.jsonValue({ maxDepth: 2 })) }),
            { maxLength: 3 },
          ),
        }),
        interactions: fc.record(
          {
            drillThrough: fc.record({
              target: name.map((it) => `page:${it}`),
              carry: fc.array(name, { maxLength: 3 }),
            }),
            crossFilter: fc.record({ emit: fc.dictionary(name, name) }),
          },
          { requiredKeys: [] },
        ),
      }),
      fc.jsonValue({ maxDepth: 3 }),
    );
    fc.assert(
      fc.property(
        fc.array(widget, { maxLength: 4 }),
        fc.array(fc.oneof(fc.constant(origin), fc.jsonValue({ maxDepth: 3 })), { maxLength: 3 }),
        (widgets, variables) => {
          const parsed = dashboardSpec.safeParse({
            specVersion: '1.0',
            kind: 'Dashboard',
            name: 'a',
            title: 'A',
            variables,
            pages: [{ name: 'second', title: 'A', widgets }],
          });
          if (!parsed.success) return;
          expect(dashboardSpec.parse(parsed.data)).toEqual(parsed.data);
          expect(checkSpec(parsed.data).every((it) => it.pointer.startsWith('/') && it.message !== '')).toBe(true);
        },
      ),
      { numRuns: casesOf(300) },
    );
  });
});
