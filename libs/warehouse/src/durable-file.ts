import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { WarehouseError } from './warehouse-error';
import type { Bytes, StoredObject } from './warehouse';

const NO_SPACE: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The `code` of a system error, undefined for anything else. (Not by instanceof: tests run in another realm than fs.) */
export function systemCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

function chunks(source: Bytes): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (typeof source === 'string') return createReadStream(source, { highWaterMark: 1024 * 1024 });
  return source instanceof Uint8Array ? [source] : source;
}

/** Writes a new file and syncs it. The file is removed again when anything fails. */
export async function writeDurably(path: string, source: Bytes): Promise<StoredObject> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of chunks(source)) {
        hash.update(chunk);
        bytes += chunk.byteLength;
        await file.writeFile(chunk);
      }
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(path, { force: true });
    if (NO_SPACE.has(systemCode(error)))
      throw new WarehouseError('no-space', 'The warehouse has no room for it.', { cause: error });
    throw error;
  }
  return { object: hash.digest('hex'), bytes };
}

/** Hashes a closed file and makes sure its bytes are on disk. */
export async function hashDurably(path: string): Promise<StoredObject> {
  const hash = createHash('sha256');
  const file = await open(path, 'r').catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
    throw new WarehouseError('no-such-object', 'Nothing is staged there; send it again.', { cause: error });
  });
  try {
    await pipeline(file.createReadStream({ highWaterMark: 1024 * 1024, autoClose: false }), hash, { end: false });
    await file.sync();
    const { size } = await file.stat();
    return { object: hash.digest('hex'), bytes: size };
  } finally {
    await file.close();
  }
}

/**
 * Gives a durable file its final, content-derived name. When that name is taken by a file of the same size it is the
 * same content, so the new copy goes and readers keep theirs; any other size is a wreck and is replaced.
 */
export async function moveIntoPlace(from: string, to: string, bytes: number): Promise<void> {
  const existing = await stat(to).catch(() => null);
  if (existing?.size === bytes) {
    await rm(from, { force: true });
  } else {
    await chmod(from, 0o444);
    await rename(from, to);
  }
  // Also when it was there already: its writer may not have come to this line yet.
  await syncDirectory(dirname(to));
}

/** Creates a folder so that it is still there after a power cut. */
export async function ensureDirectory(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: 0o750 });
  if (made !== undefined) await syncDirectory(dirname(made));
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
