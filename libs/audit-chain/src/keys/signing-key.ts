import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { KeyError } from './key.error';
import { PublicKey } from './public-key';

/** PKCS #8 of an Ed25519 key up to its 32-byte seed (RFC 8410 §7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An Ed25519 key pair made from a 32-byte seed. The seed cannot be read back out of it. */
export class SigningKey {
  readonly publicKey: PublicKey;
  readonly #key: KeyObject;

  private constructor(key: KeyObject) {
    this.#key = key;
    const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
    this.publicKey = PublicKey.fromBytes(spki.subarray(-32));
  }

  /** @throws KeyError `wrong-length` unless the seed has 32 bytes */
  static fromSeed(seed: Uint8Array): SigningKey {
    if (seed.length !== 32) throw new KeyError('wrong-length', `a seed has 32 bytes, not ${seed.length}`);
    const der = Buffer.concat([PKCS8_PREFIX, seed]);
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    der.fill(0);
    return new SigningKey(key);
  }

  /** The 64-byte Ed25519 signature; deterministic, so the same message always gets the same bytes. */
  sign(message: Uint8Array): Uint8Array {
    return sign(null, message, this.#key);
  }
}
