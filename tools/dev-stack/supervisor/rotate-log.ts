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
 * Limits a log that is being appended to: its content moves to `<file>.1`, replacing the previous
 * one. Lines written in between are lost, as with logrotate's copytruncate. Where there is no space for a copy the log
 * is truncated without one: the limit holds, and space is freed. Never throws.
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
    // Retried at the next check.
  }
}
