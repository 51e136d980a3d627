/**
 * A bounded queue that is fair between callers: each caller has a first-come-first-served queue of their own, and these take
 * turns (round robin), callers with the least running work first. When it is full, the longest queue drops its newest item
 * ("longest queue drop", McKenney, Stochastic Fairness Queueing, 1990), so a flood costs nobody else a place.
 */
export class FairQueue<Item> {
  /** In the order of their turns. */
  private readonly lines = new Map<string, Item[]>();
  private length = 0;

  constructor(private readonly capacity: number) {}

  get size(): number {
    return this.length;
  }

  /** Adds an item. Returns the item that is dropped: this one, or one of a longer queue; null when there was room. */
  push(caller: string, item: Item): Item | null {
    const out = this.length < this.capacity ? null : this.makeRoom(caller);
    if (out === 'refused') return item;
    this.add(caller, [...(this.lines.get(caller) ?? []), item]);
    return out;
  }

  /** Puts an item before the others of its caller, as the next in turn. It had a place before, so there is one. */
  pushFront(caller: string, item: Item): void {
    this.add(caller, [item, ...(this.lines.get(caller) ?? [])]);
  }

  /** The next item in turn, of a queue whose first may start; `running` is how many of a caller run now. */
  shift(running: (caller: string) => number, mayStart: (item: Item) => boolean = () => true): Item | undefined {
    let next: { readonly caller: string; readonly running: number } | null = null;
    for (const [caller, [first]] of this.lines) {
      const count = running(caller);
      if (first !== undefined && mayStart(first) && (next === null || count < next.running))
        next = { caller, running: count };
    }
    return next === null ? undefined : this.take(next.caller);
  }

  /** Removes an item before its turn. */
  remove(caller: string, item: Item): void {
    const line = this.lines.get(caller) ?? [];
    const at = line.indexOf(item);
    if (at === -1) return;
    line.splice(at, 1);
    this.length -= 1;
    if (line.length === 0) this.lines.delete(caller);
  }

  private add(caller: string, line: Item[]): void {
    this.lines.set(caller, line);
    this.length += 1;
  }

  private take(caller: string): Item | undefined {
    const [first, ...rest] = this.lines.get(caller) ?? [];
    this.lines.delete(caller);
    // To the end of the round.
    if (rest.length > 0) this.lines.set(caller, rest);
    this.length -= 1;
    return first;
  }

  private makeRoom(newcomer: string): Item | 'refused' {
    let longest: Item[] = this.lines.get(newcomer) ?? [];
    for (const line of this.lines.values()) if (line.length > longest.length) longest = line;
    // Its own queue is the longest, or would be with this item.
    if (longest.length <= (this.lines.get(newcomer)?.length ?? 0) + 1) return 'refused';
    const out = longest.pop();
    if (out === undefined) return 'refused';
    this.length -= 1;
    return out;
  }
}
