import { readFileSync } from 'node:fs';
import { alpha2ToNumeric, alpha3ToNumeric } from 'i18n-iso-countries';
import { feature } from 'topojson-client';
import { z } from 'zod';

/** Rings of degrees east and north; the first of a polygon is its edge, the others are holes. */
type Ring = readonly (readonly number[])[];

/** A country: its number in ISO 3166-1, or null where it has none, and its outlines. */
export interface Country {
  readonly code: string | null;
  readonly polygons: readonly (readonly Ring[])[];
}

/** `coarse` is for half a world and more, `fine` for less. */
export type Detail = 'coarse' | 'fine';

const FILES: Readonly<Record<Detail, string>> = { coarse: 'world-atlas/countries-110m.json', fine: 'world-atlas/countries-50m.json' };

const pair = z.tuple([z.number(), z.number()]);
const outlines = z.object({
  type: z.literal('Topology'),
  arcs: z.array(z.array(z.array(z.number()))),
  transform: z.object({ scale: pair, translate: pair }),
  objects: z.object({ countries: z.object({ geometries: z.array(z.discriminatedUnion('type', [
    z.object({ type: z.literal('Polygon'), id: z.string().optional(), arcs: z.array(z.array(z.int())) }),
    z.object({ type: z.literal('MultiPolygon'), id: z.string().optional(), arcs: z.array(z.array(z.array(z.int()))) }),
  ])) }) }),
});

const read = new Map<Detail, readonly Country[]>();

/** Every country (Natural Earth, public domain), read once. */
export function countryOutlines(detail: Detail): readonly Country[] {
  const known = read.get(detail);
  if (known !== undefined) return known;
  const { type, arcs, transform, objects } = outlines.parse(JSON.parse(readFileSync(require.resolve(FILES[detail]), 'utf8')));
  const topology = { type, arcs, transform, objects: {} };
  const countries = objects.countries.geometries.map((it): Country => ({
    code: it.id ?? null,
    polygons: it.type === 'Polygon' ? [feature(topology, { type: it.type, arcs: it.arcs }).geometry.coordinates] : feature(topology, { type: it.type, arcs: it.arcs }).geometry.coordinates,
  }));
  read.set(detail, countries);
  return countries;
}

/** The number of the country that a code names in two letters, three, or as that number; null for what is no code. */
export function countryCode(value: unknown): string | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim().toUpperCase() : '';
  if (/^\d{1,3}$/.test(text)) return text.padStart(3, '0');
  if (/^[A-Z]{2}$/.test(text)) return alpha2ToNumeric(text) ?? null;
  return /^[A-Z]{3}$/.test(text) ? (alpha3ToNumeric(text) ?? null) : null;
}
