import { copyFileSync, statSync, truncateSync } from 'node:fs';

const LIMIT_BYTES = 64 * 1024 * 1024;

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

/**
 * Keeps a log that somebody is appending to from growing for ever: what it holds moves to `<file>.1`, over what was there
 * before. Lines written in between are lost, as with logrotate's copytruncate.
 */
export function rotateLog(file: string, limit = LIMIT_BYTES): void {
  if (sizeOf(file) <= limit) return;
  copyFileSync(file, `${file}.1`);
  truncateSync(file);
}
