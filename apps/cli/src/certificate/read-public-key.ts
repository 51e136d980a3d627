import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type KeyHistory, parseKeyHistory, parsePublicKey } from '@svc/audit-chain';
import { UsageError } from '../command/usage-error';

/** The key to trust: as typed, or from a file with the key or with the issuer's key history (`svc.keys/v1`). */
export function readPublicKey(given: string, cwd: string): string | KeyHistory {
  const file = resolve(cwd, given);
  const isFile = existsSync(file);
  try {
    const text = (isFile ? readFileSync(file, 'utf8') : given).trim();
    return text.startsWith('{') ? parseKeyHistory(text) : parsePublicKey(text).base64;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new UsageError(
      `--public-key: ${error.message}; "${given}" is ${isFile ? 'a file without a key' : 'no key and no file'}`,
    );
  }
}
