import { hash } from 'node:crypto';
import fc from 'fast-check';
import { scratchDirectory } from '../../test/scratch-directory';
import { CompactRange, coverOf } from './compact-range';
import { consistencyProof, inclusionProof, treeRoot, type SubtreeSource } from './merkle-proof';
import { subtreesOf, TreeFile } from './tree-file';
import { EMPTY_ROOT, leafHash, leafHashInPlace, nodeHash, type TreeHash } from './tree-hash';
import { verifyConsistency, verifyInclusion } from './verify-proof';

/** RFC 6962 §2.1, word for word: the slow truth. */
function referenceRoot(leaves: readonly TreeHash[]): TreeHash {
  if (leaves.length === 0) return hash('sha256', '');
  if (leaves.length === 1) return leaves[0] ?? '';
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return nodeHash(referenceRoot(leaves.slice(0, k)), referenceRoot(leaves.slice(k)));
}

const leaf = (at: number): TreeHash => leafHash(Buffer.from(`record ${at}`));
const leavesTo = (size: number): TreeHash[] => Array.from({ length: size }, (_, at) => leaf(at));

/** A tree kept in files, as the writer keeps it. */
function storedTree(size: number): { source: SubtreeSource; range: CompactRange } {
  const directory = scratchDirectory();
  const file = new TreeFile(directory);
  const range = new CompactRange(0, (level, index, node) => file.putNode(level, index, node));
  for (let at = 0; at < size; at += 1) {
    file.putLeaves(at, [leaf(at)]);
    range.append(leaf(at));
  }
  file.close();
  return { source: subtreesOf(directory), range };
}

describe('the tree', () => {
  it('hashes leaves and nodes as RFC 6962 says', () => {
    expect(EMPTY_ROOT).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    // Roots of the eight reference leaves that Certificate Transparency implementations share.
    const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
    const range = new CompactRange(0);
    for (const hex of inputs) range.append(leafHash(Buffer.from(hex, 'hex')));
    expect(range.root()).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
    const buffer = Buffer.from('xrecord 7');
    expect(leafHashInPlace(buffer, 1, buffer.length)).toBe(leaf(7));
  });

  it('has, at every size, the root that the definition gives', () => {
    const range = new CompactRange(0);
    for (let size = 0; size <= 70; size += 1) {
      expect(range.root()).toBe(referenceRoot(leavesTo(size)));
      range.append(leaf(size));
    }
  });

  it('is the same when parts of it are hashed apart and joined', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 6 }), (lengths) => {
        const whole = new CompactRange(0);
        for (const length of lengths) {
          const part = new CompactRange(whole.end);
          for (let at = 0; at < length; at += 1) part.append(leaf(part.end));
          whole.join(CompactRange.of(part.begin, part.end, part.hashes));
        }
        expect(whole.root()).toBe(referenceRoot(leavesTo(whole.end)));
        expect(whole.hashes).toHaveLength(coverOf(0, whole.end).length);
      }),
    );
  });

  it('refuses to join ranges that do not meet, and to be dismantled wrongly', () => {
    expect(() => new CompactRange(0).join(new CompactRange(1))).toThrow(RangeError);
    expect(() => CompactRange.of(0, 3, [leaf(0)])).toThrow(RangeError);
    expect(() => new CompactRange(4).root()).toThrow(RangeError);
  });

  it('is read back from its files at every size, across the levels that are stored', async () => {
    const { source, range } = storedTree(600);
    expect(await treeRoot(600, source)).toBe(range.root());
    for (const size of [0, 1, 2, 255, 256, 257, 511, 512, 599])
      expect(await treeRoot(size, source)).toBe(referenceRoot(leavesTo(size)));
  });
});

describe('inclusion proofs', () => {
  it('verify for every leaf of every size, and for nothing else', async () => {
    const { source } = storedTree(34);
    for (let size = 1; size <= 34; size += 1) {
      const root = referenceRoot(leavesTo(size));
      for (let index = 0; index < size; index += 1) {
        const proof = await inclusionProof(index, size, source);
        expect(verifyInclusion(leaf(index), index, size, proof, root)).toBe(true);
        expect(verifyInclusion(leaf(index + 1), index, size, proof, root)).toBe(false);
        expect(verifyInclusion(leaf(index), index + 1, size, proof, root)).toBe(false);
        expect(verifyInclusion(leaf(index), index, size, [...proof, root], root)).toBe(false);
        expect(verifyInclusion(leaf(index), index, size, proof.slice(1), root)).toBe(size === 1);
        expect(verifyInclusion(leaf(index), index, size, proof, EMPTY_ROOT)).toBe(false);
      }
    }
  });

  it('have 32 bytes per level: 10 hashes in a tree of 1,000', async () => {
    const { source } = storedTree(1000);
    expect(await inclusionProof(0, 1000, source)).toHaveLength(10);
    await expect(inclusionProof(1000, 1000, source)).rejects.toThrow(RangeError);
  });

  it('are refused for positions that are none', () => {
    for (const [index, size] of [
      [-1, 1],
      [0.5, 1],
      [1, 1],
      [0, NaN],
      [0, 0],
    ] as const) {
      expect(verifyInclusion(leaf(0), index, size, [], leaf(0))).toBe(false);
    }
  });
});

describe('consistency proofs', () => {
  it('verify between every two sizes, and for nothing else', async () => {
    const { source } = storedTree(34);
    const roots = Array.from({ length: 35 }, (_, size) => referenceRoot(leavesTo(size)));
    const root = (size: number): TreeHash => roots[size] ?? '';
    for (let newSize = 1; newSize <= 34; newSize += 1) {
      for (let oldSize = 1; oldSize <= newSize; oldSize += 1) {
        const proof = await consistencyProof(oldSize, newSize, source);
        expect(verifyConsistency(oldSize, newSize, proof, root(oldSize), root(newSize))).toBe(true);
        expect(verifyConsistency(oldSize, newSize, proof, EMPTY_ROOT, root(newSize))).toBe(false);
        expect(verifyConsistency(oldSize, newSize, proof, root(oldSize), EMPTY_ROOT)).toBe(false);
        expect(verifyConsistency(oldSize, newSize, [...proof, root(1)], root(oldSize), root(newSize))).toBe(false);
        if (oldSize > 1)
          expect(verifyConsistency(oldSize - 1, newSize, proof, root(oldSize), root(newSize))).toBe(false);
      }
    }
  });

  it('need nothing from the empty tree, and do not exist backwards', async () => {
    const { source } = storedTree(3);
    expect(await consistencyProof(0, 3, source)).toEqual([]);
    expect(verifyConsistency(0, 3, [], EMPTY_ROOT, leaf(0))).toBe(true);
    await expect(consistencyProof(3, 2, source)).rejects.toThrow(RangeError);
    expect(verifyConsistency(3, 2, [], leaf(0), leaf(0))).toBe(false);
  });
});
