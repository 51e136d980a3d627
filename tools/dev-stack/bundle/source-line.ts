import { closeSync, openSync, readSync } from 'node:fs';

/** A row of a line table. */
export const BYTES_PER_LINE = 8;

/** Where a line of a bundle comes from. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
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
