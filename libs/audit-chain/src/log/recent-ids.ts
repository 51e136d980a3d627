/**
 * Which records were written lately, so that a retry is answered instead of written again. Holds the last `bound`
 * ids; a retry that comes later than that many records is not recognised.
 */
export class RecentIds {
  readonly #seqs = new Map<string, number>();

  constructor(private readonly bound: number) {}

  /** The number of the record that has this id, if it is among the last ones. */
  find(id: string): number | undefined {
    return this.#seqs.get(id);
  }

  remember(id: string, seq: number): void {
    this.#seqs.set(id, seq);
    if (this.#seqs.size <= this.bound) return;
    const oldest = this.#seqs.keys().next();
    if (oldest.done !== true) this.#seqs.delete(oldest.value);
  }
}
