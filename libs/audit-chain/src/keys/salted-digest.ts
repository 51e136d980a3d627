import { createHmac } from 'node:crypto';
import { canonicalize } from '../canonical-json/canonicalize';

/**
 * What stands for a parameter's value in a log that can never be redacted: HMAC-SHA-256 of the canonical JSON of
 * `[name, value]` under a secret salt (`openSecretFile`).
 *
 * Equal values of one parameter can be seen to be equal; without the salt a value can be neither read nor guessed,
 * and destroying the salt makes every digest made with it meaningless.
 */
export function saltedDigest(salt: Uint8Array, name: string, value: unknown): `hmac-sha256:${string}` {
  return `hmac-sha256:${createHmac('sha256', salt)
    .update(canonicalize([name, value]))
    .digest('hex')}`;
}
