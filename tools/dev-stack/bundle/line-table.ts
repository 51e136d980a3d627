import { SourceMap } from 'node:module';
import { resolve } from 'node:path';
import { z } from 'zod';
import { BYTES_PER_LINE } from './source-line';

const NOWHERE = -1;

const sourceMap = z.object({
  file: z.string().default(''),
  version: z.number(),
  sources: z.array(z.string()),
  sourcesContent: z.array(z.string()).default([]),
  names: z.array(z.string()),
  mappings: z.string(),
  sourceRoot: z.string().default(''),
});

/** The lines of a bundle with their sources, in a form of which a stack trace reads eight bytes per frame. */
export interface LineTable {
  /** Absolute paths. */
  readonly sources: readonly string[];
  /** Per line of the bundle two 32-bit integers, little endian: the index of its source, -1 for none, and the line there. */
  readonly lines: Buffer;
}

/** `folder`: where the sources of the map are relative to; `count`: the lines of the bundle. */
export function lineTableOf(map: string, folder: string, count: number): LineTable {
  const found = new SourceMap(sourceMap.parse(JSON.parse(map)));
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
