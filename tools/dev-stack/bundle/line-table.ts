import { closeSync, openSync, readSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { resolve } from 'node:path';

const BYTES_PER_LINE = 8;
const NOWHERE = -1;

/** Where a line of a bundle comes from. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** The lines of a bundle with their sources, in a form of which a stack trace reads eight bytes per frame. */
export interface LineTable {
  /** Absolute paths. */
  readonly sources: readonly string[];
  /** Per line of the bundle two 32-bit integers, little endian: the index of its source, -1 for none, and the line there. */
  readonly lines: Buffer;
}

/** `folder`: where the sources of the map are relative to; `count`: the lines of the bundle. */
export function lineTableOf(map: string, folder: string, count: number): LineTable {
  const found = new SourceMap(JSON.parse(map));
  const indexes = new Map<string, number>();
  const lines = Buffer.alloc(count * BYTES_PER_LINE);
  for (let line = 0; line < count; line += 1) {
    const entry = found.findEntry(line, Number.MAX_SAFE_INTEGER);
    const known = 'originalSource' in entry && entry.generatedLine === line;
    if (known && !indexes.has(entry.originalSource)) indexes.set(entry.originalSource, indexes.size);
    lines.writeInt32LE(known ? (indexes.get(entry.originalSource) ?? NOWHERE) : NOWHERE, line * BYTES_PER_LINE);
    lines.writeInt32LE(known ? entry.originalLine + 1 : 0, line * BYTES_PER_LINE + 4);
  }
  return { sources: [...indexes.keys()].map((source) => resolve(folder, source)), lines };
}

/** The source of a line (from 1) of a bundle whose table is in `file`; null when it has none. */
export function sourceLineIn(file: string, sources: readonly string[], line: number): SourceLine | null {
  const row = Buffer.alloc(BYTES_PER_LINE);
  const table = openSync(file, 'r');
  try {
    if (readSync(table, row, 0, BYTES_PER_LINE, (line - 1) * BYTES_PER_LINE) < BYTES_PER_LINE) return null;
  } finally {
    closeSync(table);
  }
  const source = sources[row.readInt32LE(0)];
  return source === undefined ? null : { file: source, line: row.readInt32LE(4) };
}
