/**
 * Decodes standard base64 (RFC 4648 §4) with padding, or null. Each byte string has exactly one accepted text: white
 * space, missing padding, the URL alphabet and stray trailing bits are refused, so a signature has one spelling.
 */
export function decodeBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

/** Standard base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
