import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFile } from '../files/create-file';
import { errorCode } from '../files/error-code';
import { KeyError } from './key.error';

const SECRET_BYTES = 32;

/**
 * The 32 secret bytes of a file, which is created with random ones if absent. Of processes that start at once, one
 * creates and all read the same bytes.
 *
 * The file MUST be regular, mode 0600 (or 0400), not a symbolic link, and exactly 32 bytes long.
 * @throws KeyError `wrong-length`, `wrong-mode`, `symlink`, `not-a-file`
 */
export async function openSecretFile(path: string): Promise<Uint8Array> {
  const existing = await readSecretFile(path);
  if (existing !== null) return existing;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await createFile(path, randomBytes(SECRET_BYTES), 0o600);
  const created = await readSecretFile(path);
  if (created === null) throw new KeyError('not-a-file', `${path} vanished while it was being created`);
  return created;
}

/** As `openSecretFile`, but null instead of creating. */
export async function readSecretFile(path: string): Promise<Uint8Array | null> {
  const handle = await openWithoutFollowing(path);
  if (handle === null) return null;
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new KeyError('not-a-file', `${path} is not a regular file`);
    const mode = stat.mode & 0o777;
    if (mode !== 0o600 && mode !== 0o400) {
      throw new KeyError('wrong-mode', `${path} has mode ${mode.toString(8)}: run chmod 600 on it`);
    }
    if (stat.size !== SECRET_BYTES) {
      throw new KeyError('wrong-length', `${path} has ${stat.size} bytes instead of ${SECRET_BYTES}`);
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

async function openWithoutFollowing(path: string): Promise<FileHandle | null> {
  try {
    // O_NONBLOCK: opening a named pipe must be refused, not waited for.
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return null;
    if (code === 'ELOOP') throw new KeyError('symlink', `${path} is a symbolic link`);
    throw error;
  }
}
