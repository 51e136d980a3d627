import { createHash } from 'node:crypto';
import { canonicalize, sha256Digest } from '@svc/audit-chain';
import { envelope, refused, type Vector, withMembers } from '../vector';

/** Just enough of the curve (RFC 8032 §5.1) to make a key that no honest generator makes: slow, and not for secrets. */
const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const mod = (value: bigint): bigint => ((value % P) + P) % P;
const D = mod(-121665n * inverse(121666n));

interface Point {
  readonly x: bigint;
  readonly y: bigint;
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, mod(base)];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}

function inverse(value: bigint): bigint {
  return power(value, P - 2n);
}

/** The point with this y whose x is even. */
function pointOf(y: bigint): Point {
  const [u, v] = [mod(y * y - 1n), mod(D * y * y + 1n)];
  const root = mod(u * v ** 3n * power(u * v ** 7n, (P - 5n) / 8n));
  const x = mod(v * root * root) === u ? root : mod(root * power(2n, (P - 1n) / 4n));
  return { x: x & 1n ? P - x : x, y };
}

function add(a: Point, b: Point): Point {
  const product = mod(D * a.x * b.x * a.y * b.y);
  return { x: mod((a.x * b.y + b.x * a.y) * inverse(1n + product)), y: mod((a.y * b.y + a.x * b.x) * inverse(1n - product)) };
}

function times(scalar: bigint, point: Point): Point {
  let [result, double] = [{ x: 0n, y: 1n }, point];
  for (let rest = scalar; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = add(result, double);
    double = add(double, double);
  }
  return result;
}

function littleEndian(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
}

const encode = ({ x, y }: Point): Buffer => littleEndian(y | ((x & 1n) << 255n));
const hashed = (...parts: readonly Uint8Array[]): bigint => BigInt(`0x${createHash('sha512').update(Buffer.concat(parts)).digest().reverse().toString('hex')}`) % L;

const BASE = pointOf(mod(4n * inverse(5n)));
const ORDER_8 = pointOf(0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n);
const SECRET = hashed(Buffer.from('the key of the mixed-order vectors'));
const KEY = encode(add(times(SECRET, BASE), ORDER_8));

/** A payload under the key, signed as its holder can, and whether the small part of the key vanishes in the equation. */
function signedBy(attempt: number): { readonly content: object; readonly document: string; readonly vanishes: boolean } {
  const content = withMembers({ question: `Who holds a key of mixed order? Attempt ${attempt}`, public_key: KEY.toString('base64') });
  const message = canonicalize(content);
  const r = hashed(Buffer.from('nonce'), message);
  const point = encode(times(r, BASE));
  const k = hashed(point, KEY, message);
  return { content, document: envelope(content, Buffer.concat([point, littleEndian((r + k * SECRET) % L)]).toString('base64')), vanishes: k % 8n === 0n };
}

function firstThat(vanishes: boolean, attempt = 0): ReturnType<typeof signedBy> {
  const made = signedBy(attempt);
  return made.vanishes === vanishes ? made : firstThat(vanishes, attempt + 1);
}

const disputed = firstThat(false);
const agreed = firstThat(true);
const publicKey = KEY.toString('base64');

/** A key that is a good one plus a point of order 8: its holder can make signatures on which verifiers with and without the cofactor disagree. */
export const mixedOrderVectors: readonly Vector[] = [
  refused('wrong-signature', 'only-with-cofactor', 'A key of mixed order, and a signature whose equation holds only when multiplied by 8: this format checks it without.', disputed.document, { publicKey }),
  { name: 'valid-mixed-order-key', about: 'The same key, and a signature whose equation holds as it stands.', document: agreed.document, publicKey, expect: { outcome: 'trusted', digest: sha256Digest(agreed.content) } },
];
