import { readFileSync } from 'node:fs';
import { countriesIn, type Country } from '@svc/charts';

/** `coarse` is for half the world and more, `fine` for less. */
export type Detail = 'coarse' | 'fine';

const FILES: Readonly<Record<Detail, string>> = {
  coarse: 'world-atlas/countries-110m.json',
  fine: 'world-atlas/countries-50m.json',
};

const read = new Map<Detail, readonly Country[]>();

/** Every country (Natural Earth, public domain), read once. */
export function countryOutlines(detail: Detail): readonly Country[] {
  const known = read.get(detail);
  if (known !== undefined) return known;
  const countries = countriesIn(JSON.parse(readFileSync(require.resolve(FILES[detail]), 'utf8')));
  read.set(detail, countries);
  return countries;
}
