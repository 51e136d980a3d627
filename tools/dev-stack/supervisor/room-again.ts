import { statfsSync } from 'node:fs';

const LOOK_EVERY_MS = 500;
/** With less than this Postgres does not start: its smallest unit is a WAL file of 16 MiB. */
const SHORT_BYTES = 48 * 1024 * 1024;

/** Bytes that a process without root may still write below a folder; null where that is unknown. */
function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** For how long after a full disk processes that end count as its victims. */
const AFTERMATH_MS = 60_000;

/** Watches whether the file system of a folder is full. */
export class RoomWatch {
  private isShort = false;
  private lastShort = -Infinity;

  constructor(
    private readonly folder: string,
    private readonly free: (folder: string) => number | null = freeBytes,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Calls `listener` each time there is space again. */
  start(listener: () => void): void {
    setInterval(() => this.look(listener), LOOK_EVERY_MS).unref();
  }

  look(listener: () => void): void {
    const free = this.free(this.folder);
    if (free === null) return;
    const wasShort = this.isShort;
    this.isShort = free < SHORT_BYTES;
    if (this.isShort) this.lastShort = this.now();
    if (wasShort && !this.isShort) listener();
  }

  /** True while the disk is full, and for a while after. */
  get wasShort(): boolean {
    return this.now() - this.lastShort < AFTERMATH_MS;
  }
}
