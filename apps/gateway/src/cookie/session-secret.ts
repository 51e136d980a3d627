import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const FORM = /^[A-Za-z0-9_-]{43}$/;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** 32 random bytes as 43 characters that a cookie may contain. */
export function newSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** True for text that could be a session secret. */
export function isSessionSecret(text: string): boolean {
  return FORM.test(text);
}

/** The stored hash of a secret; with 256 bits of entropy no slow hash is needed. */
export function hashSessionSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** 43 characters that only the holder of the secret can predict, different for each purpose. */
export function derivedFrom(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}

/** Encrypts under the secret (AES-256-GCM): the database reveals nothing, and there is no key to manage. */
export function sealUnder(secret: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts what was sealed under the secret; throws for anything else. */
export function openSealed(secret: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
}

function sealingKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'svc session: what the identity provider gave', 32));
}
