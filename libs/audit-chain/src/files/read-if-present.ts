import { readFile } from 'node:fs/promises';
import { errorCode } from './error-code';

/** The text of a file, or null if there is none. */
export async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
