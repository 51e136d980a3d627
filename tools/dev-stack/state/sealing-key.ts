import { randomBytes } from 'node:crypto';

const KEY_BYTES = 32;

/** A new key with which model-service encrypts secrets of webhooks. */
export function sealingKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}
