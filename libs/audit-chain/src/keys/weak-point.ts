const P = 2n ** 255n - 19n;

/** y of a point of order 8; the others of that order have y or -y too. */
const Y8 = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;

/** The y coordinates of the eight points whose order divides 8. */
const SMALL_ORDER_Y: ReadonlySet<bigint> = new Set([0n, 1n, P - 1n, Y8, P - Y8]);

/**
 * True for 32 bytes that no honest Ed25519 key has: y ≥ p, or a point of small order, whatever the sign bit says.
 * `node:crypto` accepts them; under the identity point one fixed signature verifies every message.
 */
export function isWeakPoint(encoding: Uint8Array): boolean {
  const bigEndian = Buffer.from(encoding).reverse().toString('hex');
  const y = BigInt(`0x${bigEndian}`) & (2n ** 255n - 1n);
  return y >= P || SMALL_ORDER_Y.has(y);
}
