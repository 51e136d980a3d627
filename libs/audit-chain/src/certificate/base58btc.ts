const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Multibase `z`: base58 in the Bitcoin alphabet, each leading zero byte written as a leading `1`. */
export function encodeBase58(bytes: Uint8Array): string {
  let rest = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
  let digits = '';
  for (; rest > 0n; rest /= 58n) digits = ALPHABET.charAt(Number(rest % 58n)) + digits;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return `z${'1'.repeat(zeros === -1 ? bytes.length : zeros)}${digits}`;
}

/** The bytes of a multibase `z` text, or null if it is not one. */
export function decodeBase58(text: string): Uint8Array | null {
  if (!/^z[1-9A-HJ-NP-Za-km-z]*$/.test(text)) return null;
  const digits = text.slice(1).replace(/^1*/, '');
  let value = 0n;
  for (const digit of digits) value = value * 58n + BigInt(ALPHABET.indexOf(digit));
  const hex = value === 0n ? '' : value.toString(16);
  const body = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.alloc(text.length - 1 - digits.length), body]);
}
