import { coverOf } from './compact-range';
import { EMPTY_ROOT, nodeHash, type TreeHash } from './tree-hash';

/** Yields the hash of the `index`-th complete subtree of 2^`level` leaves. */
export type SubtreeSource = (level: number, index: number) => Promise<TreeHash>;

/** The root of the first `size` leaves. */
export async function treeRoot(size: number, source: SubtreeSource): Promise<TreeHash> {
  return size === 0 ? EMPTY_ROOT : rangeHash(0, size, source);
}

/**
 * Proof that leaf `index` is in the tree of `size` leaves (RFC 6962 §2.1.1): sibling hashes from the leaf upwards.
 */
export async function inclusionProof(index: number, size: number, source: SubtreeSource): Promise<TreeHash[]> {
  if (!(index >= 0 && index < size)) throw new RangeError(`no leaf ${index} in a tree of ${size}`);
  const proof: TreeHash[] = [];
  for (let [low, high] = [0, size]; high - low > 1;) {
    const middle = low + largestPowerBelow(high - low);
    if (index < middle) {
      proof.push(await rangeHash(middle, high, source));
      high = middle;
    } else {
      proof.push(await rangeHash(low, middle, source));
      low = middle;
    }
  }
  return proof.reverse();
}

/** Proof that the tree of `newSize` leaves only appends to the one of `oldSize` (RFC 6962 §2.1.2). */
export async function consistencyProof(oldSize: number, newSize: number, source: SubtreeSource): Promise<TreeHash[]> {
  if (!(oldSize >= 0 && oldSize <= newSize))
    throw new RangeError(`a tree of ${newSize} does not extend one of ${oldSize}`);
  if (oldSize === 0 || oldSize === newSize) return [];
  const proof: TreeHash[] = [];
  let [low, high] = [0, newSize];
  while (high !== oldSize) {
    const middle = low + largestPowerBelow(high - low);
    if (oldSize <= middle) {
      proof.push(await rangeHash(middle, high, source));
      high = middle;
    } else {
      proof.push(await rangeHash(low, middle, source));
      low = middle;
    }
  }
  // A complete left part is the old root itself, which the verifier has.
  if (low !== 0) proof.push(await rangeHash(low, high, source));
  return proof.reverse();
}

/** Hash of the leaves `[low, high)`, where `low` begins a subtree of the tree at hand. */
async function rangeHash(low: number, high: number, source: SubtreeSource): Promise<TreeHash> {
  const hashes = await Promise.all(coverOf(low, high).map(({ level, index }) => source(level, index)));
  return hashes.reduceRight((right, left) => nodeHash(left, right));
}

function largestPowerBelow(size: number): number {
  return 2 ** Math.floor(Math.log2(size - 1));
}
