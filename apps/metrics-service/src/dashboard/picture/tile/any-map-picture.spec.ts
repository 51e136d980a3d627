import fc from 'fast-check';
import { COLORS, INK, SCALE } from '@svc/svg';
import { point, regions, places, codes, page, map, circles } from '../../../../test/dashboard/map-pages';

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
