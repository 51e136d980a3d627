import { stat } from 'node:fs/promises';
import { parseJson } from '../canonical-json/parse-json';
import { readIfPresent } from '../files/read-if-present';
import { array, literal, nullable, object, string, type ShapeOf } from '../shape/shape';
import { KeyError } from './key.error';
import { parsePublicKey } from './public-key';
import { readSecretFile } from './secret-file';
import { SigningKey } from './signing-key';

const historyFile = object({
  schema: literal('svc.keys/v1'),
  keys: array(object({ public_key: string(), from: string(), until: nullable(string()) })),
});

/** Which public key signed from when until when, oldest first; `until` is null for the key in use. */
export type KeyHistory = ShapeOf<typeof historyFile>['keys'];

/**
 * The keys a seed file has had. Before the first rotation that is one key, dated by its file.
 * @throws KeyError `malformed-history`, and those of the seed file
 */
export async function readKeyHistory(path: string): Promise<KeyHistory> {
  const text = await readIfPresent(`${path}.history.json`);
  if (text !== null) return parseKeyHistory(text);
  const seed = await readSecretFile(path);
  if (seed === null) return [];
  const { mtime } = await stat(path);
  return [{ public_key: SigningKey.fromSeed(seed).publicKey.base64, from: mtime.toISOString(), until: null }];
}

/**
 * Reads a key history as `<path>.history.json` holds it, for verifiers that have only that file.
 * @throws KeyError `malformed-history`, `malformed-key`, `weak-key`
 */
export function parseKeyHistory(text: string): KeyHistory {
  const value = parseJson(text);
  if (!historyFile.accepts(value)) throw new KeyError('malformed-history', historyFile.problems(value).join('; '));
  for (const key of value.keys) parsePublicKey(key.public_key);
  return value.keys;
}
