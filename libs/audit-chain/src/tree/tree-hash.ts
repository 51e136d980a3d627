import { hash } from 'node:crypto';

/**
 * A node of the tree: SHA-256 as 64 hex digits. Strings, because they compare, travel between threads and (measured
 * on Node 20) come out of `crypto.hash` faster than buffers do.
 */
export type TreeHash = string;

/** The root of the empty tree (RFC 6962 §2.1). */
export const EMPTY_ROOT: TreeHash = hash('sha256', '');

const pair = Buffer.alloc(65);
pair[0] = 1;

/** SHA-256(0x01 ‖ left ‖ right). */
export function nodeHash(left: TreeHash, right: TreeHash): TreeHash {
  pair.write(left, 1, 32, 'hex');
  pair.write(right, 33, 32, 'hex');
  return hash('sha256', pair);
}

/** SHA-256(0x00 ‖ line): the leaf of a raw line without its newline. */
export function leafHash(line: Uint8Array): TreeHash {
  const prefixed = Buffer.allocUnsafe(line.length + 1);
  prefixed[0] = 0;
  prefixed.set(line, 1);
  return hash('sha256', prefixed);
}

/** As `leafHash` for `buffer[start, end)`, without copying: the byte before `start` is overwritten. */
export function leafHashInPlace(buffer: Buffer, start: number, end: number): TreeHash {
  buffer[start - 1] = 0;
  return hash('sha256', buffer.subarray(start - 1, end));
}
