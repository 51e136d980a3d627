import { closeSync, constants, fdatasyncSync, fstatSync, mkdirSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFully } from '../files/write-fully';
import type { SubtreeSource } from './merkle-proof';
import { nodeHash, type TreeHash } from './tree-hash';

/** One file holds every eighth level; what lies between is recomputed from at most 128 neighbours. */
const LEVELS_PER_FILE = 8;
const HASH_BYTES = 32;

function fileOf(directory: string, level: number): string {
  return join(directory, `level-${String(level).padStart(2, '0')}.hashes`);
}

/**
 * The tree's nodes beside the log: `level-00.hashes` has the leaves, `level-08.hashes` the subtrees of 256, and so on,
 * 32 bytes each at index × 32. Derived data: rebuilt from the lines when it is short, and never believed by a verifier.
 * What lies behind the end of the log is left over and written again before anybody asks for it; nothing is ever cut
 * off, so a writer that was deposed and wakes up late cannot take anything from its successor.
 */
export class TreeFile {
  readonly #files = new Map<number, number>();

  constructor(private readonly directory: string) {
    mkdirSync(directory, { recursive: true });
  }

  /** Records a subtree above the leaves; levels that have no file are left out. */
  putNode(level: number, index: number, hash: TreeHash): void {
    if (level > 0 && level % LEVELS_PER_FILE === 0) this.#put(level, index, hash);
  }

  /** Records consecutive leaves in one write. */
  putLeaves(firstIndex: number, hashes: readonly TreeHash[]): void {
    if (hashes.length > 0) this.#put(0, firstIndex, hashes.join(''));
  }

  /** How many leaves are recorded. */
  size(): number {
    return Math.floor(fstatSync(this.#file(0)).size / HASH_BYTES);
  }

  /** Makes what was recorded survive a power cut. */
  sync(): void {
    for (const file of this.#files.values()) fdatasyncSync(file);
  }

  close(): void {
    for (const file of this.#files.values()) closeSync(file);
    this.#files.clear();
  }

  #put(level: number, index: number, hex: string): void {
    writeFully(this.#file(level), Buffer.from(hex, 'hex'), index * HASH_BYTES);
  }

  #file(level: number): number {
    const known = this.#files.get(level);
    if (known !== undefined) return known;
    const file = openSync(fileOf(this.directory, level), constants.O_RDWR | constants.O_CREAT, 0o644);
    this.#files.set(level, file);
    return file;
  }
}

/**
 * Reads subtrees for proofs, also while a writer appends. Where nothing was recorded it yields the hash of zeros, and
 * a proof made from that does not verify.
 */
export function subtreesOf(directory: string): SubtreeSource {
  return async (level, index) => {
    const stored = level - (level % LEVELS_PER_FILE);
    const bytes = Buffer.alloc(2 ** (level - stored) * HASH_BYTES);
    const handle = await open(fileOf(directory, stored), 'r');
    try {
      await handle.read(bytes, 0, bytes.length, index * bytes.length);
    } finally {
      await handle.close();
    }
    return fold(bytes);
  };
}

/** The root of the complete subtree whose leaves are the hashes in `bytes`. */
function fold(bytes: Buffer): TreeHash {
  if (bytes.length === HASH_BYTES) return bytes.toString('hex');
  const middle = bytes.length / 2;
  return nodeHash(fold(bytes.subarray(0, middle)), fold(bytes.subarray(middle)));
}
