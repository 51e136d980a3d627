import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const READ_BYTES = 16 * 1024;

/** Stack traces are for the log; a message needs what happened. */
const STACK_FRAME = /^\s+at /;

/** The last lines of a log without stack traces; empty when there is none. */
export function lastLines(file: string, lines = 8): string {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return '';
  }
  try {
    const { size } = fstatSync(handle);
    const buffer = Buffer.alloc(Math.min(size, READ_BYTES));
    readSync(handle, buffer, 0, buffer.length, size - buffer.length);
    return buffer
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .filter((line) => !STACK_FRAME.test(line))
      .slice(-lines)
      .join('\n');
  } finally {
    closeSync(handle);
  }
}
