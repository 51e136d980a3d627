/** A map that holds at most so many characters, as its callers count them, and forgets what was used least recently. */
export class RecentlyUsed<Value> {
  private readonly entries = new Map<string, { readonly value: Value; readonly size: number }>();
  private held = 0;

  constructor(readonly limit: number) {}

  get used(): number {
    return this.held;
  }

  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    // A map keeps the order of insertion: its first entry is the one used least recently.
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  /** Keeps nothing that has no room of its own. */
  set(key: string, value: Value, size: number): void {
    this.drop(key);
    if (size > this.limit) return;
    this.entries.set(key, { value, size });
    this.held += size;
    for (const oldest of this.entries.keys()) {
      if (this.held <= this.limit) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.held -= this.entries.get(key)?.size ?? 0;
    this.entries.delete(key);
  }
}
