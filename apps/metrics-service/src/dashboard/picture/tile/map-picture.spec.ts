import { INK, SCALE } from '@svc/svg';
import { type Answer, point, regions, places, codes, map, circles } from '../../../../test/dashboard/map-pages';

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
    ).toContain('Several rows share a region of &quot;code&quot;.');
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
