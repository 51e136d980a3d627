import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const RANDOM_BYTES = 24;
const CHECKSUM_LENGTH = 6;

/** A new token in the product's form: prefix, 192 random bits, and a checksum that tells a typing error from a wrong token. */
export function newAdminToken(): string {
  const secret = randomBytes(RANDOM_BYTES).toString('hex');
  return `svc_pat_${secret}${crc32(secret).toString(36).padStart(CHECKSUM_LENGTH, '0').slice(-CHECKSUM_LENGTH)}`;
}
