import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'svc_pat_';
/** 32 digits of 62 are 190 bits. */
const RANDOM_DIGITS = 32;
const CHECK_DIGITS = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_DIGITS + CHECK_DIGITS}}$`);

/** A new secret: `svc_pat_`, 32 random digits, 6 check digits (so that scanners tell a token from a look-alike offline). */
export function newTokenSecret(): string {
  const digits = randomDigits();
  return `${PREFIX}${digits}${checkDigits(digits)}`;
}

/** True for text that could be a token of this service: form and check digits are right. Says nothing about whether it exists. */
export function isTokenSecret(text: string): boolean {
  if (!FORM.test(text)) return false;
  const digits = text.slice(PREFIX.length, PREFIX.length + RANDOM_DIGITS);
  return text.endsWith(checkDigits(digits));
}

/** The stored hash of a secret. */
export function hashTokenSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Bytes from 248 up are discarded: with them the first 8 digits would be likelier than the rest. */
function randomDigits(): string {
  let digits = '';
  while (digits.length < RANDOM_DIGITS) {
    for (const byte of randomBytes(RANDOM_DIGITS))
      if (byte < 248 && digits.length < RANDOM_DIGITS) digits += ALPHABET.charAt(byte % 62);
  }
  return digits;
}

function checkDigits(digits: string): string {
  let rest = crc32(digits);
  let text = '';
  for (let at = 0; at < CHECK_DIGITS; at += 1) {
    text = ALPHABET.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
