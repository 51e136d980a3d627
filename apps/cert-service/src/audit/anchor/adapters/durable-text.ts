import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The content of a file, or null if there is none. */
export async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
}

/** Replaces a file atomically: after a crash it has the old or the new text, whole. */
export async function replaceText(path: string, text: string): Promise<void> {
  await throughTemporary(path, text, (temporary) => rename(temporary, path));
}

/** Creates a file with a text; false, and nothing changed, if there is one already. */
export async function createText(path: string, text: string): Promise<boolean> {
  return throughTemporary(path, text, async (temporary) => {
    try {
      await link(temporary, path);
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    }
  });
}

async function throughTemporary<T>(path: string, text: string, publish: (temporary: string) => Promise<T>): Promise<T> {
  const temporary = `${path}.${randomUUID()}.part`;
  try {
    await writeFile(temporary, text, { flag: 'wx', flush: true });
    const result = await publish(temporary);
    await syncDirectory(dirname(path));
    return result;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
