import { alpha2ToNumeric, alpha3ToNumeric } from 'i18n-iso-countries';
import { feature } from 'topojson-client';
import { z } from 'zod';

type Ring = readonly (readonly number[])[];

/** Rings of degrees east and north: the first is the edge, the others are holes. */
export interface Polygon {
  readonly rings: readonly Ring[];
  readonly bounds: Bounds;
}

export interface Bounds {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** A country: its number in ISO 3166-1, or null where it has none, and its parts, the largest first. */
export interface Country {
  readonly code: string | null;
  readonly polygons: readonly Polygon[];
}

const pair = z.tuple([z.number(), z.number()]);
const outlines = z.object({
  type: z.literal('Topology'),
  arcs: z.array(z.array(z.array(z.number()))),
  transform: z.object({ scale: pair, translate: pair }),
  objects: z.object({
    countries: z.object({
      geometries: z.array(
        z.discriminatedUnion('type', [
          z.object({ type: z.literal('Polygon'), id: z.string().optional(), arcs: z.array(z.array(z.int())) }),
          z.object({
            type: z.literal('MultiPolygon'),
            id: z.string().optional(),
            arcs: z.array(z.array(z.array(z.int()))),
          }),
        ]),
      ),
    }),
  }),
});

/** Every country of a topology such as `countries-110m.json` of world-atlas (Natural Earth, public domain). */
export function countriesIn(atlas: unknown): readonly Country[] {
  const { type, arcs, transform, objects } = outlines.parse(atlas);
  const topology = { type, arcs, transform, objects: {} };
  return objects.countries.geometries.map((it): Country => {
    const shape =
      it.type === 'Polygon'
        ? [feature(topology, { type: it.type, arcs: it.arcs }).geometry.coordinates]
        : feature(topology, { type: it.type, arcs: it.arcs }).geometry.coordinates;
    return {
      code: it.id ?? null,
      polygons: shape.flatMap(partsOf).toSorted((left, right) => extent(right) - extent(left)),
    };
  });
}

/**
 * The outlines are those of a globe: a ring goes on at -180 where it left at 180. On paper it is drawn on both sides, and
 * what lies beyond the paper is cut off with it.
 */
function partsOf(rings: readonly Ring[]): Polygon[] {
  const straight = rings.map(unrolled);
  const bounds = boundsOf(straight[0] ?? []);
  const turns = [...(bounds.east > 180 ? [-360] : []), ...(bounds.west < -180 ? [360] : [])];
  return [0, ...turns].map((turn) => ({
    rings: turn === 0 ? straight : straight.map((ring) => ring.map(([x = 0, y = 0]) => [x + turn, y])),
    bounds: { ...bounds, west: bounds.west + turn, east: bounds.east + turn },
  }));
}

/** Longitudes without a jump; a ring about a pole is closed along it. */
function unrolled(ring: Ring): Ring {
  let turn = 0;
  let before = ring[0]?.[0] ?? 0;
  const straight = ring.map(([x = 0, y = 0]) => {
    turn += x - before > 180 ? -360 : x - before < -180 ? 360 : 0;
    before = x;
    return [x + turn, y];
  });
  const [[first = 0, latitude = 0] = [], [last = 0] = []] = [straight[0], straight.at(-1)];
  return turn === 0
    ? straight
    : [...straight, [last, 90 * Math.sign(latitude)], [first, 90 * Math.sign(latitude)], [first, latitude]];
}

function boundsOf(ring: Ring): Bounds {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x = 0, y = 0] of ring)
    [west, east, south, north] = [Math.min(west, x), Math.max(east, x), Math.min(south, y), Math.max(north, y)];
  return { west, east, south, north };
}

const extent = ({ bounds }: Polygon): number => (bounds.east - bounds.west) * (bounds.north - bounds.south);

/** The number of the country that a code names in two letters, three, or as that number; null for any other text. */
export function countryCode(value: unknown): string | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim().toUpperCase() : '';
  if (/^\d{1,3}$/.test(text)) return text.padStart(3, '0');
  if (/^[A-Z]{2}$/.test(text)) return alpha2ToNumeric(text) ?? null;
  return /^[A-Z]{3}$/.test(text) ? (alpha3ToNumeric(text) ?? null) : null;
}
