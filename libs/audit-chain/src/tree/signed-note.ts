import { timingSafeEqual } from 'node:crypto';
import type { SigningKey } from '../keys/signing-key';
import { decodeBase64, encodeBase64 } from '../keys/strict-base64';
import { isWellFormed } from '../canonical-json/json-limits';
import { LogError } from '../record/log.error';
import { keyId, requireKeyName, type LogKey } from './log-key';

/**
 * Signs a text as a C2SP signed note:
 *
 *     <text, ends in a newline>
 *     <empty line>
 *     — <name> <base64 of key id (4) ‖ Ed25519 signature over the text (64)>
 */
export function signNote(text: string, name: string, key: SigningKey): string {
  requireKeyName(name);
  requireNoteText(text);
  const signature = Buffer.concat([keyId({ name, publicKey: key.publicKey }), key.sign(Buffer.from(text))]);
  return `${text}\n— ${name} ${encodeBase64(signature)}\n`;
}

/**
 * The text of a note that `key` has signed. Signatures of other keys are ignored, as witnesses may have added theirs.
 * @throws LogError `malformed-note`, `untrusted-note`
 */
export function openNote(note: string, key: LogKey): string {
  const { text, signatures } = splitNote(note);
  const ours = signatures.filter(
    ({ name, bytes }) => name === key.name && timingSafeEqual(bytes.subarray(0, 4), keyId(key)),
  );
  if (ours.length === 0) throw new LogError('untrusted-note', `the note is not signed by ${key.name}`);
  // One bad signature under a known key spoils the note (C2SP signed-note, "Signatures").
  if (!ours.every(({ bytes }) => key.publicKey.verify(Buffer.from(text), bytes.subarray(4)))) {
    throw new LogError('untrusted-note', `the signature of ${key.name} does not fit the note`);
  }
  return text;
}

/** @throws LogError `malformed-note` */
export function splitNote(note: string): { text: string; signatures: { name: string; bytes: Uint8Array }[] } {
  const end = note.lastIndexOf('\n\n');
  if (end === -1 || !note.endsWith('\n') || note.length > 100_000)
    throw new LogError('malformed-note', 'not a signed note');
  const text = note.slice(0, end + 1);
  requireNoteText(text);
  const lines = note.slice(end + 2, -1).split('\n');
  return { text, signatures: lines.map(parseSignatureLine) };
}

function parseSignatureLine(line: string): { name: string; bytes: Uint8Array } {
  const [, name, encoded] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  const bytes = decodeBase64(encoded ?? '');
  if (name === undefined || bytes === null || bytes.length < 5)
    throw new LogError('malformed-note', 'not a signature line');
  requireKeyName(name);
  return { name, bytes };
}

function requireNoteText(text: string): void {
  if (!text.endsWith('\n') || /[\u0000-\u0009\u000b-\u001f]/.test(text) || !isWellFormed(text)) {
    throw new LogError('malformed-note', 'a note is UTF-8 text without control characters that ends in a newline');
  }
}
