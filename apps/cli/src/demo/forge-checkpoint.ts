import { formatLogKey, type LogKey, type SigningKey } from '@svc/audit-chain';

/** A checkpoint in the log's name (C2SP signed note), signed by a key that is not the log's. */
export function forgeCheckpoint(
  { name }: LogKey,
  { size, root }: { readonly size: number; readonly root: string },
  forger: SigningKey,
): string {
  const text = `${name}\n${size}\n${Buffer.from(root, 'hex').toString('base64')}\n`;
  const [, keyId = ''] = formatLogKey({ name, publicKey: forger.publicKey }).split('+');
  const signature = Buffer.concat([Buffer.from(keyId, 'hex'), forger.sign(Buffer.from(text))]).toString('base64');
  return `${text}\n— ${name} ${signature}\n`;
}
