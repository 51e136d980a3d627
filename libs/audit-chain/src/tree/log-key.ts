import { hash } from 'node:crypto';
import { LogError } from '../record/log.error';
import { KeyError } from '../keys/key.error';
import { PublicKey } from '../keys/public-key';
import { decodeBase64, encodeBase64 } from '../keys/strict-base64';

/** Signature type of C2SP signed notes for plain Ed25519. */
const ED25519 = 0x01;

/** The name and key that a log signs its checkpoints with; its origin line is the name. */
export interface LogKey {
  readonly name: string;
  readonly publicKey: PublicKey;
}

/** SHA-256(name ‖ 0x0A ‖ 0x01 ‖ key)[:4]: tells a verifier which of its keys a signature is meant for. */
export function keyId({ name, publicKey }: LogKey): Uint8Array {
  const input = Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([ED25519]), publicKey.bytes]);
  return hash('sha256', input, 'buffer').subarray(0, 4);
}

/** @throws LogError `malformed-note` for a name that a note cannot carry (empty, white space, `+`, control characters) */
export function requireKeyName(name: string): void {
  if (!/^[^\s+\p{Cc}]+$/u.test(name))
    throw new LogError('malformed-note', `${JSON.stringify(name)} cannot be a key name`);
}

/** The C2SP verifier key: `<name>+<key id, hex>+<base64 of 0x01 ‖ key>`, what an auditor pins. */
export function formatLogKey(key: LogKey): string {
  const encoded = encodeBase64(Buffer.concat([Buffer.from([ED25519]), key.publicKey.bytes]));
  return `${key.name}+${Buffer.from(keyId(key)).toString('hex')}+${encoded}`;
}

/** @throws LogError `malformed-note`, also if the key id does not belong to name and key */
export function parseLogKey(text: string): LogKey {
  const [, name, id, encoded] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text.trim()) ?? [];
  const bytes = decodeBase64(encoded ?? '');
  if (name === undefined || bytes?.[0] !== ED25519)
    throw new LogError('malformed-note', 'not a verifier key `name+id+key`');
  requireKeyName(name);
  const key = { name, publicKey: publicKeyOf(bytes.subarray(1)) };
  if (Buffer.from(keyId(key)).toString('hex') !== id)
    throw new LogError('malformed-note', 'the key id does not belong to the key');
  return key;
}

function publicKeyOf(bytes: Uint8Array): PublicKey {
  try {
    return PublicKey.fromBytes(bytes);
  } catch (error) {
    if (error instanceof KeyError) throw new LogError('malformed-note', error.message, { cause: error });
    throw error;
  }
}
