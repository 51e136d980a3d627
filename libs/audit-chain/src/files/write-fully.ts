import { writeSync } from 'node:fs';

/**
 * Writes all bytes at a position, or throws. `writeSync` alone may write a part and say so only by its return value,
 * which is what a disk does that is about to be full.
 */
export function writeFully(file: number, bytes: Uint8Array, position: number): void {
  for (let written = 0; written < bytes.length;) {
    written += writeSync(file, bytes, written, bytes.length - written, position + written);
  }
}
