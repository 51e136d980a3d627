import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writePrivately } from './state-directory';

/** The secret in `file`; created by `make` the first time and kept from then on, readable by its owner only. */
export function secretIn(file: string, make: () => string = () => randomBytes(24).toString('base64url')): string {
  if (!existsSync(file)) writePrivately(file, `${make()}\n`);
  return readFileSync(file, 'utf8').trim();
}
