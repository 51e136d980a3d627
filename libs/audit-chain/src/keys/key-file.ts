import { randomBytes } from 'node:crypto';
import { createFile } from '../files/create-file';
import { readIfPresent } from '../files/read-if-present';
import { replaceFile } from '../files/replace-file';
import { finishRotation, nextSeedPath } from './finish-rotation';
import { KeyError } from './key.error';
import type { PublicKey } from './public-key';
import { openSecretFile } from './secret-file';
import { SigningKey } from './signing-key';

/**
 * The signing key of a seed file, created on first use: 32 random bytes, mode 0600, with the base64 public key in
 * `<path>.pub`. Two processes that start at once get one key. A rotation that a crash cut short is finished first.
 *
 * @param options.differentFrom a key that this one must not be (the log's key is never the certificates' key)
 * @throws KeyError `wrong-length`, `wrong-mode`, `symlink`, `not-a-file`, `public-key-differs`, `key-reused`
 */
export async function openKeyFile(path: string, options: { differentFrom?: PublicKey } = {}): Promise<SigningKey> {
  await finishRotation(path);
  const key = SigningKey.fromSeed(await openSecretFile(path));
  if (options.differentFrom?.equals(key.publicKey) === true) {
    throw new KeyError('key-reused', `${path} contains a key that already serves another purpose`);
  }
  await publish(path, key.publicKey);
  return key;
}

/**
 * Replaces the key by a new one and returns it. The old seed is gone afterwards; the old public key stays in
 * `<path>.history.json` with the time it was retired. Whoever holds the old key in memory must open the file again.
 *
 * @throws KeyError as `openKeyFile`
 */
export async function rotateKeyFile(path: string): Promise<SigningKey> {
  await openKeyFile(path);
  // From here on the rotation happens, if not by us then by whoever opens the key after our crash.
  await createFile(nextSeedPath(path), randomBytes(32), 0o600);
  return openKeyFile(path);
}

async function publish(path: string, publicKey: PublicKey): Promise<void> {
  const published = await readIfPresent(`${path}.pub`);
  if (published === null) return replaceFile(`${path}.pub`, `${publicKey.base64}\n`);
  // Overwriting would hide that somebody swapped one of the two.
  if (published.trim() !== publicKey.base64) {
    throw new KeyError('public-key-differs', `${path}.pub does not belong to ${path}: remove whichever is wrong`);
  }
}
