/**
 * Remembers what was found for some rows of one owner (a table or a column). Tables, columns and selections never change,
 * and several gates ask the same of them.
 */
export class PerRows<Owner extends object, Found> {
  private readonly known = new WeakMap<Owner, WeakMap<Int32Array, Found>>();

  constructor(private readonly find: (owner: Owner, rows: Int32Array) => Found) {}

  of(owner: Owner, rows: Int32Array): Found {
    const own = this.known.get(owner) ?? new WeakMap<Int32Array, Found>();
    this.known.set(owner, own);
    const before = own.get(rows);
    if (before !== undefined) return before;
    const found = this.find(owner, rows);
    own.set(rows, found);
    return found;
  }
}
