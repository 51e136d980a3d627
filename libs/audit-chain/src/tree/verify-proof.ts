import { nodeHash, type TreeHash } from './tree-hash';

/** True if the proof binds `leaf` at `index` to `root` of a tree of `size` leaves (RFC 9162 §2.1.3.2). */
export function verifyInclusion(
  leaf: TreeHash,
  index: number,
  size: number,
  proof: readonly TreeHash[],
  root: TreeHash,
): boolean {
  if (!isPosition(index) || !isPosition(size) || index >= size) return false;
  let node = index;
  let last = size - 1;
  let computed = leaf;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      computed = nodeHash(sibling, computed);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, half(last)];
    } else {
      computed = nodeHash(computed, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && computed === root;
}

/** True if the proof shows that the tree of `newSize` leaves only appends to the one of `oldSize` (RFC 9162 §2.1.4.2). */
export function verifyConsistency(
  oldSize: number,
  newSize: number,
  proof: readonly TreeHash[],
  oldRoot: TreeHash,
  newRoot: TreeHash,
): boolean {
  if (!isPosition(oldSize) || !isPosition(newSize) || oldSize > newSize) return false;
  if (oldSize === newSize) return proof.length === 0 && oldRoot === newRoot;
  if (oldSize === 0) return proof.length === 0;
  const path = Number.isInteger(Math.log2(oldSize)) ? [oldRoot, ...proof] : [...proof];
  const first = path.shift();
  if (first === undefined) return false;
  let [node, last] = [oldSize - 1, newSize - 1];
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  let [oldComputed, newComputed] = [first, first];
  for (const sibling of path) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      oldComputed = nodeHash(sibling, oldComputed);
      newComputed = nodeHash(sibling, newComputed);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, half(last)];
    } else {
      newComputed = nodeHash(newComputed, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && oldComputed === oldRoot && newComputed === newRoot;
}

function half(value: number): number {
  return Math.floor(value / 2);
}

function isPosition(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
