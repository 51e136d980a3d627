const P = 2n ** 255n - 19n;

/** The y coordinates of the eight points whose order divides 8. */
const SMALL_ORDER_Y: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  P - 1n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fb84d3d706a17c7n,
]);

/**
 * True for 32 bytes that no honest Ed25519 key has: y ≥ p, or a point of small order, whatever the sign bit says.
 * `node:crypto` accepts them; under the identity point one fixed signature verifies every message.
 */
export function isWeakPoint(encoding: Uint8Array): boolean {
  let y = 0n;
  for (const byte of Uint8Array.from(encoding).reverse()) y = (y << 8n) | BigInt(byte);
  y &= 2n ** 255n - 1n;
  return y >= P || SMALL_ORDER_Y.has(y);
}
