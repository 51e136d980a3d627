import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * Sees one line: `buffer[start, end)` without its newline, which begins `offset` bytes into the file. The byte before
 * `start` is the scanner's to lend: it may be overwritten. Nothing may be kept of the buffer after returning.
 */
export type LineVisitor = (buffer: Buffer, start: number, end: number, offset: number) => void;

const CHUNK_BYTES = 1 << 20;

/**
 * Visits the lines that begin in `[from, to)` of a file, reading in large chunks, and returns how many bytes after
 * the last newline were left over (0 unless the file ends in an unterminated line).
 *
 * `from` MUST be the beginning of a line. Synchronous, because its callers do nothing but this: writers at start,
 * verifiers in a thread.
 */
export function scanLines(path: string, from: number, to: number, visit: LineVisitor): number {
  const file = openSync(path, 'r');
  try {
    return scan(file, from, Math.min(to, fstatSync(file).size), visit);
  } finally {
    closeSync(file);
  }
}

function scan(file: number, from: number, to: number, visit: LineVisitor): number {
  let buffer = Buffer.allocUnsafe(Math.max(2, Math.min(CHUNK_BYTES, to - from + 2)));
  let filled = 1; // byte 0 is lent to the visitor of the first line
  let offset = from; // where in the file buffer[1] lies
  for (;;) {
    const end = filled + readSync(file, buffer, filled, buffer.length - filled, offset + filled - 1);
    const bytes = buffer.subarray(0, end);
    let start = 1;
    // What was filled before holds no newline, so the search begins behind it.
    for (let newline = bytes.indexOf(0x0a, filled); newline !== -1; newline = bytes.indexOf(0x0a, start)) {
      const lineOffset = offset + start - 1;
      if (lineOffset >= to) return 0;
      visit(buffer, start, newline, lineOffset);
      start = newline + 1;
    }
    if (end === filled) return offset + start - 1 < to ? end - start : 0;
    buffer.copyWithin(1, start, end);
    offset += start - 1;
    filled = 1 + end - start;
    if (filled === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)]);
  }
}
