import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const FORM = /^[A-Za-z0-9_-]{43}$/;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** 32 random bytes as 43 letters that a cookie may hold. */
export function newSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** True for text that could be a secret of ours. */
export function isSessionSecret(text: string): boolean {
  return FORM.test(text);
}

/** What is kept of a secret; at 256 bits of entropy nothing slower is needed. */
export function hashSessionSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** 43 letters that only the holder of the secret can name in advance, another for each purpose. */
export function derivedFrom(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}

/** Encrypts under the secret (AES-256-GCM): whoever reads the database learns nothing, and there is no key to keep. */
export function sealUnder(secret: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** What was sealed under the secret; throws when it was not. */
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
