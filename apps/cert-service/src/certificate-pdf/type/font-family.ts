import { readFileSync } from 'node:fs';

/** A range of code points, both ends included. */
type Range = readonly [first: number, last: number];

/** One file of a family, with a slice of its code points. */
export interface FontSlice {
  readonly file: string;
  holds(codePoint: number): boolean;
}

/** A family as the packages of Fontsource ship it: variable weight, split into files by code point. */
export interface FontFamily {
  readonly name: string;
  /** The files that may have a code point, the likeliest first. */
  slices(codePoint: number): readonly FontSlice[];
}

const opened = new Map<string, FontFamily>();

/** Opens a family by its name in `@fontsource-variable`, reading only the list of its files. */
export function openFontFamily(name: string): FontFamily {
  const known = opened.get(name);
  if (known !== undefined) return known;
  const folder = `@fontsource-variable/${name}`;
  const listed: unknown = JSON.parse(readFileSync(require.resolve(`${folder}/unicode.json`), 'utf8'));
  if (typeof listed !== 'object' || listed === null) throw new Error(`${folder} lists no files`);
  const slices = Object.entries(listed).map(([slice, ranges]) => openSlice(folder, name, slice, String(ranges)));
  const family: FontFamily = { name, slices: (codePoint) => slices.filter((each) => each.holds(codePoint)) };
  opened.set(name, family);
  return family;
}

function openSlice(folder: string, name: string, slice: string, list: string): FontSlice {
  const ranges = list.split(',').map(parseRange);
  return {
    file: require.resolve(`${folder}/files/${name}-${slice.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
    holds: (codePoint) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last),
  };
}

/** `U+4e00-4e07` or `U+a9` */
function parseRange(text: string): Range {
  const [first = '', last = first] = text.trim().slice(2).split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
