import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const KEY_BYTES = 32;

/** Keys in base64 with commas between them; null if one is not 32 bytes. */
export function sealingKeys(text: string): Buffer[] | null {
  const keys = text.split(',').map((it) => Buffer.from(it.trim(), 'base64'));
  return keys.every((it) => it.length === KEY_BYTES) ? keys : null;
}

/** Seals texts for the database: AES-256-GCM, bound to the name of what they belong to. */
export class SecretBox {
  /** Keys of 32 bytes: the first seals, all of them open. */
  constructor(private readonly keys: readonly Buffer[]) {}

  seal(text: string, owner: string): string {
    const [key] = this.keys;
    if (key === undefined) throw new Error('There is no key to seal with.');
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** @throws Error when no key opens it, or it belongs to something else */
  open(sealed: string, owner: string): string {
    for (const key of this.keys) {
      const text = opened(key, sealed, owner);
      if (text !== null) return text;
    }
    throw new Error(`No key of SVC_WEBHOOK_KEY opens the secret of the webhook "${owner}".`);
  }

  /** The same, sealed by the first key; null if it is already. */
  resealed(sealed: string, owner: string): string | null {
    const [first] = this.keys;
    if (first !== undefined && opened(first, sealed, owner) !== null) return null;
    return this.seal(this.open(sealed, owner), owner);
  }
}

function opened(key: Buffer, sealed: string, owner: string): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(tag);
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
