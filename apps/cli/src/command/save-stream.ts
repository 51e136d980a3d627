import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Terminal } from '../terminal/terminal';
import { notWritten } from './not-written';

/** Writes a stream to a file, all or nothing: an interrupted transfer leaves no file behind. */
export async function saveStream(
  stream: ReadableStream<Uint8Array>,
  file: string,
  { cwd }: Pick<Terminal, 'cwd'>,
): Promise<void> {
  const path = resolve(cwd, file);
  const partial = `${path}.${randomUUID()}.part`;
  try {
    await pipeline(Readable.fromWeb(stream), createWriteStream(partial, { flags: 'wx' }));
    await rename(partial, path);
  } catch (error) {
    throw notWritten(file, error);
  } finally {
    await rm(partial, { force: true });
  }
}
