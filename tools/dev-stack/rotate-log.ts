import { copyFileSync, rmSync, statSync, truncateSync } from 'node:fs';

/** A log and its predecessor: 32 MiB for each process of a stack. */
const LIMIT_BYTES = 16 * 1024 * 1024;

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

/**
 * Keeps a log that somebody is appending to from growing for ever: what it holds moves to `<file>.1`, over what was there
 * before. Lines written in between are lost, as with logrotate's copytruncate. Where there is no room for a copy the log
 * begins anew without one: the limit holds, and room is made. Never throws.
 */
export function rotateLog(file: string, limit = LIMIT_BYTES): void {
  if (sizeOf(file) <= limit) return;
  const before = `${file}.1`;
  try {
    rmSync(before, { force: true });
    copyFileSync(file, before);
  } catch {
    attempt(() => rmSync(before, { force: true }));
  }
  attempt(() => truncateSync(file));
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // It is tried again at the next look.
  }
}
