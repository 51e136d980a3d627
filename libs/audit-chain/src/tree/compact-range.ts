import { EMPTY_ROOT, nodeHash, type TreeHash } from './tree-hash';

/** Called for each complete subtree of 2^`level` leaves: the `index`-th of its level, counted over the whole tree. */
export type SubtreeVisitor = (level: number, index: number, hash: TreeHash) => void;

/**
 * The leaves `[begin, end)` of a Merkle tree as the fewest complete subtrees, O(log n) hashes: enough to go on
 * appending, and, when `begin` is 0, to know the root. Two ranges that meet can be joined, which is what lets
 * threads hash parts of a log.
 */
export class CompactRange {
  /** Of each subtree, left to right, its level and its hash; side by side, for this is the innermost loop of verifying. */
  readonly #levels: number[] = [];
  readonly #hashes: TreeHash[] = [];
  #end: number;

  constructor(
    readonly begin: number,
    private readonly visit: SubtreeVisitor = () => undefined,
  ) {
    this.#end = begin;
  }

  /** A range from the hashes it was dismantled to. */
  static of(begin: number, end: number, hashes: readonly TreeHash[], visit?: SubtreeVisitor): CompactRange {
    const range = new CompactRange(begin, visit);
    const cover = coverOf(begin, end);
    if (cover.length !== hashes.length)
      throw new RangeError(`[${begin}, ${end}) has ${cover.length} subtrees, not ${hashes.length}`);
    range.#levels.push(...cover.map(({ level }) => level));
    range.#hashes.push(...hashes);
    range.#end = end;
    return range;
  }

  get end(): number {
    return this.#end;
  }

  /** The subtrees' hashes, left to right. */
  get hashes(): TreeHash[] {
    return [...this.#hashes];
  }

  append(leaf: TreeHash): void {
    this.#push(0, this.#end, leaf);
    this.#end += 1;
  }

  /** Appends a range that begins where this one ends. */
  join(next: CompactRange): void {
    if (next.begin !== this.#end) throw new RangeError(`a range from ${next.begin} does not follow ${this.#end}`);
    coverOf(next.begin, next.#end).forEach(({ level, index }, at) =>
      this.#push(level, index, next.#hashes[at] ?? EMPTY_ROOT),
    );
    this.#end = next.#end;
  }

  /** The root of the tree of size `end`. Only a range from 0 has one. */
  root(): TreeHash {
    if (this.begin !== 0) throw new RangeError('only a range from 0 has a root');
    return this.#hashes.length === 0 ? EMPTY_ROOT : this.#hashes.reduceRight((right, left) => nodeHash(left, right));
  }

  /** Adds a subtree and joins it with its left sibling as long as there is one. */
  #push(level: number, index: number, hash: TreeHash): void {
    let [height, place, node] = [level, index, hash];
    this.visit(height, place, node);
    while (place % 2 === 1 && this.#levels.at(-1) === height) {
      this.#levels.pop();
      node = nodeHash(this.#hashes.pop() ?? EMPTY_ROOT, node);
      height += 1;
      place = (place - 1) / 2;
      this.visit(height, place, node);
    }
    this.#levels.push(height);
    this.#hashes.push(node);
  }
}

/** Levels and indices of the complete subtrees that tile `[begin, end)` most sparsely. */
export function coverOf(begin: number, end: number): { level: number; index: number }[] {
  const cover: { level: number; index: number }[] = [];
  for (let at = begin; at < end;) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level += 1;
    cover.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return cover;
}
