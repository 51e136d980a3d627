import { statfsSync } from 'node:fs';

const LOOK_EVERY_MS = 500;
/** With less than this Postgres, whose smallest unit of work is a log file of 16 MiB, does not start. */
const SHORT_BYTES = 48 * 1024 * 1024;

/** Bytes that a process which is not root may still write below a folder; null where that cannot be asked. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** Calls `listener` each time the file system of a folder has room again after it was full. */
export function onRoomAgain(folder: string, listener: () => void): void {
  let wasShort = false;
  setInterval(() => {
    const free = freeBytes(folder);
    if (free === null) return;
    const isShort = free < SHORT_BYTES;
    if (wasShort && !isShort) listener();
    wasShort = isShort;
  }, LOOK_EVERY_MS).unref();
}
