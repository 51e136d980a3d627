import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { KeyError } from './key.error';
import { decodeBase64, encodeBase64 } from './strict-base64';
import { isWeakPoint } from './weak-point';

/** SubjectPublicKeyInfo of an Ed25519 key up to its 32 bytes (RFC 8410 §4). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** An Ed25519 public key that is neither weak nor oddly encoded. */
export class PublicKey {
  /** Made on first use: importing a key costs more than verifying with it, and many keys are only compared. */
  #key: KeyObject | null = null;

  private constructor(
    /** The 32 raw bytes in standard base64: how a key is written wherever this library writes one. */
    readonly base64: string,
    readonly bytes: Uint8Array,
  ) {}

  /** @throws KeyError `malformed-key` unless 32 bytes, `weak-key` for small-order and non-canonical encodings */
  static fromBytes(bytes: Uint8Array): PublicKey {
    if (bytes.length !== 32) throw new KeyError('malformed-key', `a public key has 32 bytes, not ${bytes.length}`);
    if (isWeakPoint(bytes)) throw new KeyError('weak-key', 'the public key is of small order or not in canonical form');
    return new PublicKey(encodeBase64(bytes), Uint8Array.from(bytes));
  }

  /** True if `signature` is this key's Ed25519 signature (RFC 8032, strict: S below the group order) over `message`. */
  verify(message: Uint8Array, signature: Uint8Array): boolean {
    if (signature.length !== 64) return false;
    this.#key ??= createPublicKey({ key: Buffer.concat([SPKI_PREFIX, this.bytes]), format: 'der', type: 'spki' });
    return verify(null, message, this.#key, signature);
  }

  equals(other: PublicKey): boolean {
    return this.base64 === other.base64;
  }
}

/**
 * Reads a public key from strict base64 of its 32 raw bytes.
 * @throws KeyError `malformed-key` or `weak-key`
 */
export function parsePublicKey(base64: string): PublicKey {
  const bytes = decodeBase64(base64);
  if (bytes === null) throw new KeyError('malformed-key', 'a public key is standard base64 with padding');
  return PublicKey.fromBytes(bytes);
}
