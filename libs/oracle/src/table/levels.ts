import type { Column } from './column';

/** A column seen as categories. Codes follow the sorted order of the levels, so they do not depend on row order. */
export interface Levels {
  readonly codes: Int32Array;
  readonly labels: readonly string[];
  readonly counts: readonly number[];
}

/** What is known of a column: its levels, or that there are more than were asked for. Columns never change, and most gates ask. */
const known = new WeakMap<Column, { readonly levels: Levels | null; readonly most: number }>();

/** The column's distinct values as categories, or null when there are more than `most`. */
export function levelsOf(column: Column, most: number): Levels | null {
  const before = known.get(column);
  if (before?.levels != null) return before.levels.labels.length <= most ? before.levels : null;
  if (before !== undefined && most <= before.most) return null;
  const levels = column.type === 'string' ? textLevels(column.codes, column.levels, most) : numericLevels(column, most);
  known.set(column, { levels, most });
  return levels;
}

function numericLevels(column: Exclude<Column, { type: 'string' }>, most: number): Levels | null {
  const seen = new Set<number>();
  for (const value of column.values) {
    if (!Number.isNaN(value)) seen.add(value);
    if (seen.size > most) return null;
  }
  const sorted = [...seen].sort((a, b) => a - b);
  const place = new Map(sorted.map((value, code) => [value, code]));
  const codes = new Int32Array(column.values.length);
  for (let row = 0; row < codes.length; row++) codes[row] = place.get(column.values[row] ?? NaN) ?? -1;
  return {
    codes,
    labels: sorted.map((value) => labelOf(column.type, value)),
    counts: countCodes(codes, sorted.length),
  };
}

function labelOf(type: 'number' | 'boolean' | 'time', value: number): string {
  if (type === 'boolean') return value === 1 ? 'true' : 'false';
  return type === 'time' ? new Date(value).toISOString() : String(value);
}

function textLevels(raw: Int32Array, texts: readonly string[], most: number): Levels | null {
  const counts = countCodes(raw, texts.length);
  const used = texts.map((text, code) => ({ text, code })).filter(({ code }) => (counts[code] ?? 0) > 0);
  if (used.length > most) return null;
  used.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  const place = new Int32Array(texts.length).fill(-1);
  used.forEach(({ code }, position) => {
    place[code] = position;
  });
  const codes = raw.map((code) => (code < 0 ? -1 : (place[code] ?? -1)));
  return { codes, labels: used.map(({ text }) => text), counts: used.map(({ code }) => counts[code] ?? 0) };
}

export function countCodes(codes: Int32Array, size: number): number[] {
  const counts = new Array<number>(size).fill(0);
  for (const code of codes) if (code >= 0) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}
