import { createReadStream } from 'node:fs';

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** States of an RFC 4180 reader: at the start of a line or field, in a field without or with quotes, or after a quote that may close. */
type State = 'line' | 'field' | 'plain' | 'quoted' | 'closing';

export interface CsvShape {
  readonly delimiter: string;
  /** In a file of one column a blank line is a row; otherwise it is skipped. */
  readonly oneColumn: boolean;
}

/**
 * The physical line (from 1) on which each of the given data records (from 1, after the header) begins. Only needed to
 * report positions of bad values, so it reads the file once more.
 */
export async function linesOfRecords(
  path: string,
  shape: CsvShape,
  records: ReadonlySet<number>,
): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  const delimiter = shape.delimiter.charCodeAt(0);
  let state: State = 'line';
  let record = -1; // the header is record 0
  await scan(path, (byte, _at, line, follows) => {
    const isBreak = byte === LF || byte === CR;
    if (state === 'line' && (!isBreak || (shape.oneColumn && !follows))) {
      record += 1;
      if (records.has(record)) found.set(record, line);
    }
    state = next(state, byte, delimiter, isBreak);
    return found.size === records.size;
  });
  return found;
}

/** The physical line at a byte offset (from 0) where the engine says a record begins, skipping blank lines there. */
export async function lineAtByte(path: string, offset: number): Promise<number> {
  let found = 1;
  await scan(path, (byte, at, line) => {
    found = line;
    return at >= offset && byte !== LF && byte !== CR;
  });
  return found;
}

/**
 * The physical line (from 1) on which a record of more than `limit` bytes begins; null when there is none. The engine silently
 * drops records longer than its buffer, so callers check here first.
 */
export async function lineOfRecordOver(path: string, delimiter: string, limit: number): Promise<number | null> {
  const between = delimiter.charCodeAt(0);
  let [offset, began] = [0, 0];
  let [quoted, plain] = [false, false];
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    if (!Buffer.isBuffer(chunk)) throw new Error('a file is read as bytes');
    // Numbers and flags instead of named states: this sees every byte of large files.
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === QUOTE) quoted = !plain && !quoted;
      else if (quoted) continue;
      else if (byte === LF || byte === CR) {
        if (offset + at - began > limit) return lineAtByte(path, began);
        began = offset + at + 1;
        plain = false;
      } else plain = byte !== between;
    }
    offset += chunk.length;
    if (offset - began > limit) return lineAtByte(path, began);
  }
  return null;
}

function next(state: State, byte: number, delimiter: number, isBreak: boolean): State {
  if (state === 'quoted') return byte === QUOTE ? 'closing' : 'quoted';
  if (byte === QUOTE && state !== 'plain') return 'quoted';
  if (isBreak) return 'line';
  return byte === delimiter ? 'field' : 'plain';
}

/** Visits every byte with its offset, its line, and whether it is the second half of a CR LF; can be stopped. */
async function scan(
  path: string,
  visit: (byte: number, at: number, line: number, follows: boolean) => boolean,
): Promise<void> {
  let at = 0;
  let line = 1;
  let previous = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    if (!Buffer.isBuffer(chunk)) throw new Error('a file is read as bytes');
    for (const byte of chunk) {
      const follows = byte === LF && previous === CR;
      if (visit(byte, at, line, follows)) return;
      if (byte === CR || (byte === LF && !follows)) line += 1;
      previous = byte;
      at += 1;
    }
  }
}
