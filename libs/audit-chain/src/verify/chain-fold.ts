import type { ChainLink } from '../log/segment/chain-link';
import type { LogHead } from '../log/writer/log-tail';
import { CompactRange } from '../tree/compact-range';
import type { ScannedRange } from './scan-range';

/** Joins what the threads found to one chain and one tree. */
export class ChainFold {
  readonly #at = new Map<number, LogHead>();
  /** How many records were pruned before the first line. */
  readonly start: number;
  #hash: string;

  constructor(
    start: ChainLink,
    private readonly range: CompactRange,
    private readonly sizes: ReadonlySet<number>,
  ) {
    this.start = start.seq;
    this.#hash = start.prev;
    this.#at.set(start.seq, this.head);
  }

  /** The end of what chains so far. */
  get head(): LogHead {
    return { size: this.range.end, hash: this.#hash, root: this.range.root() };
  }

  /** The head the log had at a size that was asked for, if the lines at hand reach it. */
  headAt(size: number): LogHead | undefined {
    return this.#at.get(size);
  }

  /** Adds the next range; false if the chain breaks at it or in it. */
  add({ first, pieces, chains, tornBytes }: ScannedRange, isLast: boolean): boolean {
    if (first !== null && (first.seq !== this.range.end || first.prev !== this.#hash)) return false;
    for (const { begin, end, hashes, lastHash } of pieces) {
      this.range.join(CompactRange.of(begin, end, hashes));
      this.#hash = lastHash;
      this.#note();
    }
    return chains && (isLast || tornBytes === 0);
  }

  #note(): void {
    if (this.sizes.has(this.range.end)) this.#at.set(this.range.end, this.head);
  }
}
