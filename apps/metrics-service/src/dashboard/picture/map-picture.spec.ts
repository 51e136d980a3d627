import { dashboardSpec, type MapWidget, type TileData } from '@svc/contracts';
import fc from 'fast-check';
import { COLORS, INK, SCALE } from './ink';
import { pagePicture } from './page-picture';

const HOSTILE = '</text><script>alert(1)</script>" onload="x\' & \u202E\u0007';
const ELEMENTS = [
  'svg',
  'title',
  'desc',
  'g',
  'rect',
  'text',
  'path',
  'circle',
  'polygon',
  'polyline',
  'defs',
  'clipPath',
];

const source = {
  derivation: 'flights',
  run: '00000000-0000-4000-8000-000000000001',
  data_hash: `sha256:${'2'.repeat(64)}`,
  certificate_digest: `sha256:${'ab'.repeat(32)}`,
  verdict: 'sound' as const,
  as_of: '2024-03-01T00:00:00Z',
};
type Answer = Extract<TileData, { state: 'answered' }>['answer'];
type Encoding = Extract<MapWidget['viz'], { mark: 'point' }>['encoding'];

const point = (encoding: Partial<Encoding> = {}): MapWidget['viz'] => ({
  mark: 'point',
  encoding: { longitude: { field: 'lon' }, latitude: { field: 'lat' }, ...encoding },
});
const regions: MapWidget['viz'] = {
  mark: 'region',
  encoding: { region: { field: 'code' }, color: { field: 'people', title: 'Millions' } },
};
const places = [
  { name: 'name', type: 'string' },
  { name: 'lon', type: 'number' },
  { name: 'lat', type: 'number' },
  { name: 'n', type: 'integer' },
];
const codes = [
  { name: 'code', type: 'string' },
  { name: 'people', type: 'number' },
];

/** A page with these tiles side by side, as a drawing. */
function page(
  tiles: readonly { readonly viz: MapWidget['viz']; readonly answer: Pick<Answer, 'columns' | 'rows'> }[],
  theme: 'auto' | 'light' | 'dark' = 'auto',
): string {
  const widgets = tiles.map(({ viz }, index) => ({
    id: `map_${index}`,
    type: 'map',
    title: 'Map',
    gridPos: { x: (index % 2) * 12, y: Math.floor(index / 2) * 8, w: 12, h: 8 },
    bind: { derivation: 'flights' },
    viz,
  }));
  const spec = dashboardSpec.parse({
    specVersion: '1.0',
    kind: 'Dashboard',
    name: 'delays',
    title: 'Delays',
    theme,
    pages: [{ name: 'first', title: 'First', widgets }],
  });
  const [first] = spec.pages;
  if (first === undefined) throw new Error('a page was written and is not there');
  const shown = tiles.map(({ answer }, index): TileData => ({
    id: `map_${index}`,
    type: 'map',
    title: 'Map',
    state: 'answered',
    answer: { ...answer, row_count: answer.rows.length, truncated: false, sql: '', cached: false },
    sources: [source],
  }));
  return pagePicture(spec, first, {
    dashboard: 'delays',
    version: 1,
    published: true,
    page: { name: 'first', title: 'First' },
    variables: {},
    tiles: shown,
  });
}

const map = (viz: MapWidget['viz'], columns: Answer['columns'], rows: Answer['rows']) =>
  page([{ viz, answer: { columns, rows } }]);
const circles = (svg: string): number => [...svg.matchAll(/stroke-opacity="0\.8"/g)].length;

describe('a map of points', () => {
  it('draws a circle for each row with a place, and says how many have none', () => {
    const rows = [
      ['a', -74.2, 40.7, 1],
      ['b', -73.8, 40.6, 2],
      ['c', null, 40, 3],
      ['d', 181, 0, 4],
      ['e', 0, -90.1, 5],
      ['f', '1e400', 0, 6],
      ['g', 1e308, -1e308, 7],
      ['h', 'east', 0, 8],
    ];
    const svg = map(point(), places, rows);
    expect(circles(svg)).toBe(2);
    expect(svg).toContain('>6 without a place</text>');
  });

  it('shows a number by area, and another by colour, each with its words', () => {
    const svg = map(
      point({ size: { field: 'n', title: 'Departures' }, color: { field: 'n', title: 'Minutes' } }),
      places,
      [
        ['a', 0, 0, 100],
        ['b', 10, 10, 25],
        ['c', 20, 20, 0],
      ],
    );
    expect(svg).toMatch(/>Area: Departures, the largest 100<[\s\S]*/);
    expect(svg).toContain('>Minutes</text>');
    expect(svg).toContain('>1 without a size</text>');
    // Radii of 15 and 7.5: a quarter of the number is a quarter of the area.
    expect([...svg.matchAll(/transform="matrix\(([\d.]+),0,0/g)].map(([, radius]) => Number(radius))).toEqual([
      15, 7.5, 2.5,
    ]);
  });

  it('tells names apart, and no more of them than a reader can', () => {
    const many = Array.from({ length: 20 }, (_, index) => [`name ${index}`, index, index, 1]);
    const svg = map(point({ color: { field: 'name' } }), places, many);
    expect(svg).toContain('>8 of 20 names</text>');
    expect(circles(svg)).toBe(8);
  });

  it('has coasts about three neighbouring airports, and about the whole world', () => {
    const near = map(point(), places, [
      ['EWR', -74.17, 40.69, 1],
      ['JFK', -73.78, 40.64, 1],
    ]);
    const far = map(point(), places, [
      ['a', -170, -50, 1],
      ['b', 170, 80, 1],
    ]);
    for (const svg of [near, far])
      expect([...svg.matchAll(new RegExp(`fill="${INK.land}"`, 'g'))].length).toBeGreaterThan(0);
    expect([...far.matchAll(new RegExp(`fill="${INK.land}"`, 'g'))].length).toBeGreaterThan(150);
  });

  it('is right at the edges of the earth', () => {
    for (const rows of [
      [
        ['a', 180, 90, 1],
        ['b', -180, -90, 1],
      ],
      [['a', 0, 90, 1]],
      [['a', 180, 0, 1]],
      [['a', 0, -78, 1]],
    ]) {
      const svg = map(point(), places, rows);
      expect(circles(svg)).toBe(rows.length);
      expect(svg).not.toMatch(/NaN|Infinity/);
    }
  });

  it('says what it cannot draw', () => {
    expect(map(point({ longitude: { field: 'long' } }), places, [['a', 1, 1, 1]])).toContain(
      'no column &quot;long&quot;',
    );
    expect(map(point({ latitude: { field: 'name' } }), places, [['a', 1, 1, 1]])).toContain(
      '&quot;name&quot; is a string, and must be a number.',
    );
    expect(map(point(), places, [])).toContain('No rows');
    expect(map(point(), places, [['a', null, null, 1]])).toContain('>1 without a place</text>');
  });
});

describe('a map of regions', () => {
  it('knows countries by each of their codes, and counts what is none', () => {
    const svg = map(regions, codes, [
      ['de', 1],
      ['FRA', 2],
      ['380', 3],
      [' es ', 4],
      ['XX', 5],
      ['Germany', 6],
      [null, 7],
      ['PL', null],
    ]);
    expect(svg).toContain('>3 without a place, 1 without a value</text>');
    for (const name of ['1', '2', '3', '4']) expect(svg).toContain(`>${name}</text>`);
    expect(
      new Set(
        [...svg.matchAll(/fill="(#[0-9a-f]{6})"/g)]
          .map(([, colour]) => colour)
          .filter((it) => SCALE.some((one) => one === it)),
      ).size,
    ).toBe(4);
  });

  it('draws also countries that are too small for the outlines of the world', () => {
    const count = (rows: Answer['rows']) =>
      [...map(regions, codes, rows).matchAll(new RegExp(`fill="${SCALE[3]}"`, 'g'))].length;
    const wide = [
      ['US', 1],
      ['RU', 1],
      ['AU', 1],
    ];
    expect(count([...wide, ['SG', 1], ['MT', 1]])).toBeGreaterThan(count(wide));
  });

  it('does not hide one row behind another', () => {
    expect(
      map(regions, codes, [
        ['DE', 1],
        ['DEU', 2],
      ]),
    ).toContain('Several rows stand in one region of &quot;code&quot;.');
  });

  it('has no line across the world where a coast crosses the 180th degree', () => {
    const svg = map(regions, codes, [
      ['RU', 1],
      ['US', 2],
      ['FJ', 3],
      ['NZ', 4],
      ['AQ', 5],
    ]);
    // A map is some 330 pixels wide here: the neighbours of a coast are near each other, but along the edge of the ice.
    const coasts = [...svg.matchAll(/ d="(M[^"]*)"[^>]*stroke-width="0\.6"/g)].flatMap(([, d = '']) =>
      d
        .split('M')
        .map((part) =>
          [...part.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) })),
        ),
    );
    expect(coasts.flat().length).toBeGreaterThan(5000);
    const pole = Math.max(...coasts.flat().map((it) => it.y));
    const jumps = coasts.flatMap((coast) =>
      coast.flatMap((it, index) => {
        const next = coast[index + 1];
        return next !== undefined && Math.abs(next.x - it.x) > 150 && next.y < pole ? [[it, next]] : [];
      }),
    );
    expect(jumps).toEqual([]);
  });
});

describe('maps of whatever is sent', () => {
  it('are shapes and words alone', () => {
    const columns = [{ name: HOSTILE, type: 'string' }, ...places.slice(1)];
    const svg = map(
      point({ color: { field: HOSTILE, title: HOSTILE }, size: { field: 'n', title: HOSTILE } }),
      columns,
      [
        [HOSTILE, 1, 1, 1],
        ['url(https://example.org/x)', 2, 2, 2],
      ],
    );
    expect(
      [...new Set([...svg.matchAll(/<\/?([^\s/>]+)/g)].map(([, name = '']) => name))].filter(
        (it) => !ELEMENTS.includes(it),
      ),
    ).toEqual([]);
    expect(svg).not.toMatch(/[\u0007\u202E]|<script|style=|url\((?!#|https:\/\/example)/);
    expect(svg).toContain('&lt;script&gt;');
  });

  it('are the same bytes for the same data, whatever was drawn between', () => {
    const first = map(regions, codes, [
      ['DE', 1],
      ['FR', 2],
    ]);
    map(point(), places, [['a', -100, 40, 1]]);
    expect(
      map(regions, codes, [
        ['DE', 1],
        ['FR', 2],
      ]),
    ).toBe(first);
  });

  it('are drawn sixty to a page, with five thousand places each, a thousand of them drawn', () => {
    const rows = Array.from({ length: 5000 }, (_, index) => [
      `n${index % 7}`,
      (index * 37) % 180,
      (index * 17) % 90,
      index,
    ]);
    const svg = page(
      Array.from({ length: 60 }, () => ({
        viz: point({ size: { field: 'n' }, color: { field: 'name' } }),
        answer: { columns: places, rows },
      })),
    );
    expect(svg.match(/>1,000 of 5,000 places, 1 without a size</g)).toHaveLength(60);
    expect(new Set([...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)).size).toBe(
      [...svg.matchAll(/ id="([^"]+)"/g)].length,
    );
  });

  it('never throw and never lie about how many rows they leave out', () => {
    const cell = fc.oneof(
      fc.double(),
      fc.constantFrom(null, '1e999', '-0', '12.5', 'x', 180, -180, 90, -90, 5e-324, 1.7e308),
      fc.integer({ min: -200, max: 200 }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 12 }), (cells) => {
        const rows = cells.map(([lon, lat, n]) => [
          'a',
          Number.isFinite(lon) || typeof lon !== 'number' ? lon : null,
          Number.isFinite(lat) || typeof lat !== 'number' ? lat : null,
          Number.isFinite(n) || typeof n !== 'number' ? n : null,
        ]);
        const svg = map(point({ size: { field: 'n' }, color: { field: 'n' } }), places, rows);
        const count = (what: string): number => Number(new RegExp(`(\\d+) ${what}`).exec(svg)?.[1] ?? 0);
        expect(circles(svg) + count('without a place') + count('without a value')).toBe(rows.length);
        expect(svg).not.toContain('NaN');
      }),
      { numRuns: 30 },
    );
  });
});

describe('a dark page', () => {
  it('has no colour of a light one, and is the same drawing', () => {
    const tiles = [
      {
        viz: point({ color: { field: 'n' } }),
        answer: {
          columns: places,
          rows: [
            ['#1f2328', 1, 1, 1],
            ['b', 2, 2, 2],
          ],
        },
      },
      {
        viz: regions,
        answer: {
          columns: codes,
          rows: [
            ['DE', 1],
            ['FR', 9],
          ],
        },
      },
    ];
    const [light, dark] = [page(tiles), page(tiles, 'dark')];
    const colours = (svg: string) =>
      new Set([...svg.matchAll(/ (?:fill|stroke)="(#[0-9a-f]+)"/g)].map(([, colour = '']) => colour));
    const ours: readonly string[] = [...Object.values(INK), ...COLORS, ...SCALE];
    expect([...colours(light)].filter((it) => !ours.includes(it))).toEqual(['#000']);
    expect([...colours(dark)].filter((it) => ours.includes(it))).toEqual([]);
    const shapes = (svg: string) => svg.replaceAll(/ (fill|stroke)="#[0-9a-f]+"/g, '');
    expect(shapes(dark)).toBe(shapes(light));
    expect(page(tiles, 'light')).toBe(light);
  });
});
