import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from './sync-directory';
import { writeBeside } from './write-beside';

/** Replaces a file as a whole: a reader sees the old content or the new one, also after a crash. */
export async function replaceFile(path: string, content: Uint8Array | string): Promise<void> {
  await rename(await writeBeside(path, content, 0o644), path);
  await syncDirectory(dirname(path));
}
