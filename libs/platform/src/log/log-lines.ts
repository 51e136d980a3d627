import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Writes a text to a descriptor and says how many bytes it took, as `fs.writeSync` does. */
export type WriteText = (descriptor: number, text: string) => number;

/** Lines buffered for a slow reader: a full pipe accepts more in a moment. */
const BACKLOG_CHARACTERS = 1024 * 1024;
const RETRY_MS = 20;

/**
 * Where the finished lines of a log go. A log must not stop the service whose log it is: a line that cannot be written
 * (the disk is full, nobody reads the pipe any more) is dropped and counted, and the next one is tried as if nothing had
 * happened. `write` never waits and never throws. (pino's own destination retries a line without end.)
 */
export class LogLines implements DestinationStream {
  /** Lines that were never written, since the start of the process. */
  dropped = 0;
  private backlog: string[] = [];
  private backlogCharacters = 0;
  private timer: NodeJS.Timeout | undefined;
  /** A full disk took the beginning of a line: the next one must not be read as its end. */
  private torn = false;

  constructor(
    private readonly descriptor = 1,
    private readonly writeText: WriteText = writeSync,
  ) {}

  write(line: string): void {
    if (this.backlog.length === 0 && this.put(line) !== 'later') return;
    if (this.backlogCharacters + line.length > BACKLOG_CHARACTERS) {
      this.dropped += 1;
      return;
    }
    this.backlog.push(line);
    this.backlogCharacters += line.length;
    this.timer ??= setTimeout(() => this.drain(), RETRY_MS).unref();
  }

  private drain(): void {
    this.timer = undefined;
    while (this.backlog[0] !== undefined && this.put(this.backlog[0]) !== 'later') {
      this.backlogCharacters -= this.backlog[0].length;
      this.backlog.shift();
    }
    if (this.backlog.length > 0) this.timer = setTimeout(() => this.drain(), RETRY_MS).unref();
  }

  private put(line: string): 'settled' | 'later' {
    const text = this.torn ? `\n${line}` : line;
    try {
      const taken = this.writeText(this.descriptor, text);
      this.torn = taken < Buffer.byteLength(text);
      if (this.torn) this.dropped += 1;
      return 'settled';
    } catch (error) {
      if (isFullPipe(error)) return 'later';
      this.dropped += 1;
      return 'settled';
    }
  }
}

function isFullPipe(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EAGAIN';
}
