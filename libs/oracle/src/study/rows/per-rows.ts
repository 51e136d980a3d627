/**
 * Remembers what was found for some rows of one owner (a table or a column). Tables, columns and selections never change,
 * and several gates ask the same of them.
 */
export class PerRows<Owner extends object, Found> {
  private readonly found = new WeakMap<Owner, WeakMap<Int32Array, Found>>();

  constructor(private readonly find: (owner: Owner, rows: Int32Array) => Found) {}

  of(owner: Owner, rows: Int32Array): Found {
    const before = this.known(owner, rows);
    if (before !== undefined) return before;
    const found = this.find(owner, rows);
    const own = this.found.get(owner) ?? new WeakMap<Int32Array, Found>();
    this.found.set(owner, own.set(rows, found));
    return found;
  }

  /** What was found before, without looking. */
  known(owner: Owner, rows: Int32Array): Found | undefined {
    return this.found.get(owner)?.get(rows);
  }
}
