import { EMPTY_ROOT, nodeHash, type TreeHash } from './tree-hash';

/** Called for each complete subtree of 2^`level` leaves: the `index`-th of its level, counted over the whole tree. */
export type SubtreeVisitor = (level: number, index: number, hash: TreeHash) => void;

interface Subtree {
  readonly level: number;
  readonly index: number;
  readonly hash: TreeHash;
}

/**
 * The leaves `[begin, end)` of a Merkle tree as the fewest complete subtrees, O(log n) hashes: enough to go on
 * appending, and, when `begin` is 0, to know the root. Two ranges that meet can be joined, which is what lets
 * threads hash parts of a log.
 */
export class CompactRange {
  readonly #subtrees: Subtree[] = [];
  #end: number;

  constructor(readonly begin: number, private readonly visit: SubtreeVisitor = () => undefined) {
    this.#end = begin;
  }

  /** A range from the hashes it was dismantled to. */
  static of(begin: number, end: number, hashes: readonly TreeHash[], visit?: SubtreeVisitor): CompactRange {
    const range = new CompactRange(begin, visit);
    const cover = coverOf(begin, end);
    if (cover.length !== hashes.length) throw new RangeError(`[${begin}, ${end}) has ${cover.length} subtrees, not ${hashes.length}`);
    cover.forEach((subtree, at) => range.#subtrees.push({ ...subtree, hash: hashes[at] ?? EMPTY_ROOT }));
    range.#end = end;
    return range;
  }

  get end(): number {
    return this.#end;
  }

  /** The subtrees' hashes, left to right. */
  get hashes(): TreeHash[] {
    return this.#subtrees.map((subtree) => subtree.hash);
  }

  append(leaf: TreeHash): void {
    this.#push({ level: 0, index: this.#end, hash: leaf });
    this.#end += 1;
  }

  /** Appends a range that begins where this one ends. */
  join(next: CompactRange): void {
    if (next.begin !== this.#end) throw new RangeError(`a range from ${next.begin} does not follow ${this.#end}`);
    for (const subtree of next.#subtrees) this.#push(subtree);
    this.#end = next.#end;
  }

  /** The root of the tree of size `end`. Only a range from 0 has one. */
  root(): TreeHash {
    if (this.begin !== 0) throw new RangeError('only a range from 0 has a root');
    const hashes = this.hashes;
    return hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right));
  }

  #push(added: Subtree): void {
    let node = added;
    this.visit(node.level, node.index, node.hash);
    for (let left = this.#subtrees.at(-1); isLeftSibling(left, node); left = this.#subtrees.at(-1)) {
      this.#subtrees.pop();
      node = { level: node.level + 1, index: (node.index - 1) / 2, hash: nodeHash(left.hash, node.hash) };
      this.visit(node.level, node.index, node.hash);
    }
    this.#subtrees.push(node);
  }
}

function isLeftSibling(left: Subtree | undefined, node: Subtree): left is Subtree {
  return left !== undefined && left.level === node.level && node.index % 2 === 1;
}

/** Levels and indices of the complete subtrees that tile `[begin, end)` most sparsely. */
export function coverOf(begin: number, end: number): { level: number; index: number }[] {
  const cover: { level: number; index: number }[] = [];
  for (let at = begin; at < end; ) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level += 1;
    cover.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return cover;
}
