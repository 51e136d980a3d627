import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BlockDigests } from './block-digests';
import { WarehouseError } from '../warehouse-error';
import type { Bytes, StoredObject } from '../warehouse';

const NO_SPACE: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The `code` of a system error, undefined for anything else. (Not by instanceof: tests run in another realm than fs.) */
export function systemCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/**
 * Called before each piece of a file is written; rejects if there is no space. `bytes` is the size of the file after
 * that.
 */
export type Room = (piece: number, bytes: number) => Promise<void>;

function chunks(source: Bytes): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (typeof source === 'string') return createReadStream(source, { highWaterMark: 1024 * 1024 });
  return source instanceof Uint8Array ? [source] : source;
}

/** Content that was hashed while it was written. */
export interface HashedContent extends StoredObject {
  /** As {@link BlockDigests.text} gives it. */
  readonly blocks: string | null;
}

class Hashing {
  private readonly hash = createHash('sha256');
  private readonly blocks = new BlockDigests();
  bytes = 0;

  update(chunk: Uint8Array): void {
    this.hash.update(chunk);
    this.blocks.update(chunk);
    this.bytes += chunk.byteLength;
  }

  end(): HashedContent {
    return { object: this.hash.digest('hex'), bytes: this.bytes, blocks: this.blocks.text() };
  }
}

/** Writes a new file and syncs it. The file is removed again when anything fails; `room` may stop it half-way. */
export async function writeDurably(path: string, source: Bytes, room?: Room): Promise<HashedContent> {
  const hashing = new Hashing();
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of chunks(source)) {
        hashing.update(chunk);
        await room?.(chunk.byteLength, hashing.bytes);
        await file.writeFile(chunk);
      }
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(path, { force: true });
    if (NO_SPACE.has(systemCode(error)))
      throw new WarehouseError('no-space', 'The disk of the warehouse is full.', { cause: error });
    throw error;
  }
  return hashing.end();
}

/** Hashes a closed file once its bytes are on disk. */
export async function hashDurably(path: string): Promise<HashedContent> {
  const hashing = new Hashing();
  const file = await open(path, 'r').catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
    throw new WarehouseError('no-such-object', 'Nothing is staged there; send it again.', { cause: error });
  });
  try {
    await file.sync();
    const stream: AsyncIterable<Uint8Array> = file.createReadStream({ highWaterMark: 1024 * 1024, autoClose: false });
    for await (const chunk of stream) hashing.update(chunk);
    return hashing.end();
  } finally {
    await file.close();
  }
}

/** Gives a durable file its final, content-derived name. Readers of the file that had this name are not disturbed. */
export async function moveIntoPlace(from: string, to: string): Promise<void> {
  await chmod(from, 0o444);
  await rename(from, to);
  await syncDirectory(dirname(to));
}

/** Creates a folder durably: it survives a power cut. */
export async function ensureDirectory(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: 0o750 });
  if (made !== undefined) await syncDirectory(dirname(made));
}

/** Makes the entries of a folder durable. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
