import { fstatSync, readSync, statSync, writeSync } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from '../../files/sync-directory';
import { writeBeside } from '../../files/write-beside';
import { LogError } from '../../record/log.error';
import { lineHash } from '../../record/record-line';
import type { Segment } from './segment';

/** Length and hash of a line, both without its newline. */
export interface LastLine {
  readonly bytes: number;
  readonly hash: string;
}

/** The segment that is being written: the only file of a log that grows. */
export class SegmentFile {
  private constructor(
    readonly segment: Segment,
    private readonly handle: FileHandle,
    private lengthInBytes: number,
    private lastLine: LastLine,
  ) {}

  /** Creates a segment that begins with this line; it appears complete or not at all. */
  static async create(segment: Segment, firstLine: string): Promise<SegmentFile> {
    const written = await writeBeside(segment.path, `${firstLine}\n`, 0o644);
    try {
      await rename(written, segment.path);
      await syncDirectory(dirname(segment.path));
      const bytes = Buffer.byteLength(firstLine);
      return await SegmentFile.open(segment, bytes + 1, { bytes, hash: lineHash(firstLine) });
    } catch (error) {
      throw new LogError('failed', 'a new segment may or may not have been started: open the log again', {
        cause: error,
      });
    }
  }

  /** Opens a segment whose length and last line are known from reading it. */
  static async open(segment: Segment, length: number, lastLine: LastLine): Promise<SegmentFile> {
    return new SegmentFile(segment, await open(segment.path, 'r+'), length, lastLine);
  }

  get length(): number {
    return this.lengthInBytes;
  }

  /**
   * Writes whole lines at the end and syncs them.
   * @throws LogError `not-written` if nothing of them is in the file, `failed` if that cannot be known
   */
  async append(lines: Uint8Array, lastLine: LastLine): Promise<void> {
    try {
      this.#write(lines);
    } catch (error) {
      await this.#undo(error);
    }
    try {
      await this.handle.datasync();
    } catch (error) {
      // After a failed sync the kernel may report success for pages it has dropped: only a new copy can be trusted.
      throw new LogError('failed', 'the log could not be synced: open it again', { cause: error });
    }
    this.lengthInBytes += lines.length;
    this.lastLine = lastLine;
  }

  /** @throws LogError `log-changed` unless the file ends exactly as this writer left it */
  requireUnchanged(): void {
    const held = fstatSync(this.handle.fd);
    const named = statSync(this.segment.path, { throwIfNoEntry: false });
    const last = Buffer.alloc(this.lastLine.bytes + 1);
    readSync(this.handle.fd, last, 0, last.length, this.lengthInBytes - last.length);
    const same = held.size === this.lengthInBytes && named?.ino === held.ino && named.dev === held.dev;
    if (!same || last.at(-1) !== 0x0a || lineHash(last.subarray(0, -1)) !== this.lastLine.hash) {
      throw new LogError('log-changed', `${this.segment.name} is not what this writer last wrote`);
    }
  }

  async close(): Promise<void> {
    await this.handle.close();
  }

  /** Into the page cache, which is done before another thread could be asked to do it. */
  #write(lines: Uint8Array): void {
    for (let written = 0; written < lines.length;) {
      written += writeSync(this.handle.fd, lines, written, lines.length - written, this.lengthInBytes + written);
    }
  }

  /** Takes back what a full disk let through. None of it was acknowledged. */
  async #undo(cause: unknown): Promise<never> {
    try {
      await this.handle.truncate(this.lengthInBytes);
    } catch (error) {
      throw new LogError('failed', 'a partial write could not be undone: open the log again', { cause: error });
    }
    throw new LogError('not-written', 'the disk is full: the records are not in the log and may be sent again', {
      cause,
    });
  }
}
