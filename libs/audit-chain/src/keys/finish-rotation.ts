import { rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../files/error-code';
import { replaceFile } from '../files/replace-file';
import { syncDirectory } from '../files/sync-directory';
import { readKeyHistory } from './key-history';
import { readSecretFile } from './secret-file';
import { SigningKey } from './signing-key';

/** Where the seed of a rotation waits until everything that names it is written. */
export function nextSeedPath(path: string): string {
  return `${path}.next`;
}

/**
 * Carries a begun rotation to its end, or does nothing if none has begun. Every step can be repeated, so it does not
 * matter where a crash came: history first, then `.pub`, and only then the seed itself.
 */
export async function finishRotation(path: string): Promise<void> {
  const seed = await readSecretFile(nextSeedPath(path));
  if (seed === null) return;
  const next = SigningKey.fromSeed(seed).publicKey.base64;
  const history = await readKeyHistory(path);
  if (history.at(-1)?.public_key !== next) {
    const at = (await stat(nextSeedPath(path))).mtime.toISOString();
    const retired = history.map((entry) => ({ ...entry, until: entry.until ?? at }));
    const keys = [...retired, { public_key: next, from: at, until: null }];
    await replaceFile(`${path}.history.json`, `${JSON.stringify({ schema: 'svc.keys/v1', keys }, null, 2)}\n`);
  }
  await replaceFile(`${path}.pub`, `${next}\n`);
  await rename(nextSeedPath(path), path).catch(ignoreIfDone);
  await syncDirectory(dirname(path));
}

/** Another process that opened the key at the same time may have done the last step. */
function ignoreIfDone(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error;
}
