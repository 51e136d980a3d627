import { createHash } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { BlockDigests } from './block-digests';
import { systemCode } from './durable-file';
import type { ByteRange } from '../warehouse';

/** Called for each piece that was read; reading waits for its promise. */
export type Pace = (bytes: number) => Promise<void>;

/** What the file system reports about a file. */
export interface FileFacts {
  /**
   * Distinguishes two states of a file: its `ctime` cannot be set, and every change of content, size, mode or times
   * changes it, unless the machine's clock is set back. (`touch` can restore an mtime, but changes the ctime by that.)
   */
  readonly identity: string;
  readonly inode: string;
  readonly writable: boolean;
  readonly bytes: number;
}

/** The result of reading a file. */
export interface Finding extends FileFacts {
  readonly intact: boolean;
  /** Any later change is certain to give the file another identity. */
  readonly settled: boolean;
  /** False if the disk could not read all bytes. */
  readonly readable: boolean;
  readonly blocks: BlockDigests;
}

const MEBIBYTE = 1024 * 1024;
/** Kernels before 6.13 stamp changes by a clock that ticks every 1 to 10 ms: within one tick, two changes look alike. */
const TICK_MS = 100;
/** File systems that keep whole seconds only (small inodes of ext3 and ext4, NFS 2). */
const SECOND_MS = 2_500;

export function factsOf({ dev, ino, size, mode, mtimeNs, ctimeNs }: BigIntStats): FileFacts {
  return {
    identity: `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`,
    inode: String(ino),
    writable: (mode & 0o222n) !== 0n,
    bytes: Number(size),
  };
}

/** Null if there is no such file. */
export async function statOf(path: string): Promise<FileFacts | null> {
  try {
    return factsOf(await lstat(path, { bigint: true }));
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Opens for reading and follows no link: one could lead to a file that is still being written. Null when it is absent. */
export async function openFile(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Reads an open file completely and compares it with the hash in its name; `now` is the start time. */
export async function examine(file: FileHandle, sha256: string, now: Date, pace?: Pace): Promise<Finding> {
  // A page that somebody has mapped and changed already could be changed again without a trace, until it is written back.
  await file.sync().catch(() => undefined);
  const stats = await file.stat({ bigint: true });
  const before = factsOf(stats);
  const hash = createHash('sha256');
  const blocks = new BlockDigests();
  let bytes = 0;
  const readable = await readAll(file, async (chunk) => {
    hash.update(chunk);
    if (before.bytes > MEBIBYTE) blocks.update(chunk);
    bytes += chunk.byteLength;
    await pace?.(chunk.byteLength);
  });
  const after = factsOf(await file.stat({ bigint: true }));
  const grain = stats.ctimeNs % 1_000_000_000n === 0n ? SECOND_MS : TICK_MS;
  return {
    ...after,
    intact: readable && hash.digest('hex') === sha256,
    settled: after.identity === before.identity && now.getTime() - Number(stats.ctimeMs) > grain,
    readable,
    bytes,
    blocks,
  };
}

/** Part of an open file; the file stays open. */
export function streamOf(file: FileHandle, range: ByteRange): AsyncIterable<Uint8Array> {
  return file.createReadStream({ ...range, highWaterMark: MEBIBYTE, autoClose: false });
}

/** False if the disk cannot read the bytes. */
async function readAll(file: FileHandle, take: (chunk: Uint8Array) => Promise<void>): Promise<boolean> {
  try {
    for await (const chunk of streamOf(file, { start: 0 })) await take(chunk);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EIO') return false;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP';
}
