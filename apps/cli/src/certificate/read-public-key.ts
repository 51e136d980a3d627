import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { KeyError, type KeyHistory, parseKeyHistory, parsePublicKey } from '@svc/audit-chain';
import { UsageError } from '../command/usage-error';

/** The key to trust: as typed, or from a file with the key or with the issuer's key history. */
export function readPublicKey(given: string, cwd: string): string | KeyHistory {
  const file = resolve(cwd, given);
  const text = (existsSync(file) ? readFileSync(file, 'utf8') : given).trim();
  try {
    return text.startsWith('[') ? parseKeyHistory(text) : parsePublicKey(text).base64;
  } catch (error) {
    if (error instanceof KeyError) throw new UsageError(`--public-key: ${error.message}; "${given}" is ${existsSync(file) ? 'a file without a key' : 'no key and no file'}`);
    throw error;
  }
}
