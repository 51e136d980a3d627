import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { writePrivately } from '../state/state-directory';
import type { StackStatus } from './stack-status';

/** White space after the document reserves the space of a longer one. */
const RESERVED_BYTES = 16 * 1024;
const RETRY_MS = 500;

/**
 * The supervisor's status file. It is updated even while the disk is full: then the new text is written
 * over the old one, whose blocks are already allocated. A failed write is retried until it succeeds.
 */
export class StatusFile {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly file: string,
    private readonly current: () => StackStatus,
    private readonly replace: (file: string, text: string) => void = writePrivately,
  ) {}

  /** Writes the current status. Never throws. */
  write(): void {
    clearTimeout(this.timer);
    const text = `${JSON.stringify(this.current(), null, 2)}\n`.padEnd(RESERVED_BYTES);
    if (this.replaced(text) || writeOver(this.file, text)) return;
    this.timer = setTimeout(() => this.write(), RETRY_MS).unref();
  }

  private replaced(text: string): boolean {
    try {
      this.replace(this.file, text);
      return true;
    } catch {
      return false;
    }
  }
}

/** In one call, so that a reader sees the old text or the new one. False when it does not fit in the file. */
function writeOver(file: string, text: string): boolean {
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r+');
    return fstatSync(handle).size >= Buffer.byteLength(text) && writeSync(handle, text, 0) === Buffer.byteLength(text);
  } catch {
    return false;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
