import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** No line is longer than 64 KiB, so this much of a file's end holds the last one whole, and an unfinished one behind it. */
const TAIL_BYTES = 160 * 1024;

/** The last complete line of a file, without its newline, and the byte it begins at; null if there is none. */
export function readLastLine(path: string): { readonly line: Buffer; readonly offset: number } | null {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const from = Math.max(0, size - TAIL_BYTES);
    const tail = Buffer.alloc(size - from);
    readSync(file, tail, 0, tail.length, from);
    const end = tail.lastIndexOf(0x0a);
    if (end === -1) return null;
    const start = end === 0 ? 0 : tail.lastIndexOf(0x0a, end - 1) + 1;
    return { line: tail.subarray(start, end), offset: from + start };
  } finally {
    closeSync(file);
  }
}
