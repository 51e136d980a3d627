/**
 * Which records were written lately, so that a retry is answered instead of written again. Holds the last `bound`
 * ids; a retry that comes later than that many records is not recognised.
 */
export class RecentIds {
  readonly #seqs = new Map<string, number>();
  /** The ids in a ring, oldest at `#next` once it is full: a map forgets its oldest key only by walking over all it has lost. */
  readonly #ring: string[] = [];
  #next = 0;

  constructor(private readonly bound: number) {}

  /** The number of the record that has this id, if it is among the last ones. */
  find(id: string): number | undefined {
    return this.#seqs.get(id);
  }

  remember(id: string, seq: number): void {
    const oldest = this.#ring[this.#next];
    if (oldest !== undefined) this.#seqs.delete(oldest);
    this.#ring[this.#next] = id;
    this.#seqs.set(id, seq);
    this.#next = (this.#next + 1) % this.bound;
  }
}
