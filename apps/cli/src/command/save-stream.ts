import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** Writes what is received to a file, whole or not at all: what breaks off on the way leaves no file behind. */
export async function saveStream(stream: ReadableStream<Uint8Array>, path: string): Promise<void> {
  const partial = `${path}.${randomUUID()}.part`;
  try {
    await pipeline(Readable.fromWeb(stream), createWriteStream(partial, { flags: 'wx' }));
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
}
