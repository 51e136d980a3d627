import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

// DER around the raw 32 bytes of an Ed25519 key (RFC 8410).
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** The private key behind a base64 seed of 32 bytes; throws when it is not one. */
export function privateKeyFrom(seed: string): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8, rawKey(seed)]), format: 'der', type: 'pkcs8' });
}

/** The public key behind base64 of 32 bytes; throws when it is not one. */
export function publicKeyFrom(base64: string): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI, rawKey(base64)]), format: 'der', type: 'spki' });
}

/** Base64 of the 32 raw bytes of the public key that belongs to `key`. */
export function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI.length).toString('base64');
}

/** A new key of a service, as the two files hold it: `seed` in its key file, `publicKey` in everybody's keyring. */
export function generatePrincipalKey(): { readonly seed: string; readonly publicKey: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PKCS8.length).toString('base64');
  return { seed, publicKey: publicKeyOf(privateKey) };
}

function rawKey(base64: string): Buffer {
  const raw = Buffer.from(base64.trim(), 'base64');
  if (raw.length !== 32 || raw.toString('base64') !== base64.trim()) throw new Error('is not base64 of 32 bytes');
  return raw;
}
