import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * scrypt of node:crypto with parameters from OWASP's password storage cheat sheet (N = 2^15, r = 8, p = 3) instead of
 * argon2id from a library: it meets the same recommendation without a native package, on Node's own threads.
 */
const COST = { ln: 15, r: 8, p: 3 } as const;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const FORM = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9_-]{22})\$([A-Za-z0-9_-]{43})$/;

interface Cost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);

/** A password hash that names its parameters: `$scrypt$ln=15,r=8,p=3$<salt>$<key>`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return written(salt, await keyOf(password, salt, COST));
}

/** True when `hash` is of this password. */
export async function isPasswordOf(hash: string, password: string): Promise<boolean> {
  const [, ln = '', r = '', p = '', salt = '', key = ''] = FORM.exec(hash) ?? [];
  if (key === '') throw new Error('a stored password hash cannot be read');
  const made = await keyOf(password, Buffer.from(salt, 'base64url'), { ln: Number(ln), r: Number(r), p: Number(p) });
  return timingSafeEqual(made, Buffer.from(key, 'base64url'));
}

/** A hash that matches no password: comparing with it takes as long as any other comparison. */
export function dummyHash(): string {
  return written(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));
}

function written(salt: Buffer, key: Buffer): string {
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** Normalised first: keyboards differ in how they compose a letter (NIST SP 800-63B §3.1.1.2). */
function keyOf(password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** ln;
  return derive(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r });
}
