import { link, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './error-code';
import { syncDirectory } from './sync-directory';
import { writeBeside } from './write-beside';

/** Creates a file with its whole content, or returns false if there already is one. Of many creators one wins. */
export async function createFile(path: string, content: Uint8Array | string, mode: number): Promise<boolean> {
  const temporary = await writeBeside(path, content, mode);
  try {
    await link(temporary, path); // a link never replaces, and what it names is complete
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(temporary);
  }
  await syncDirectory(dirname(path));
  return true;
}
