/** The items so that each comes after those it needs; the order is otherwise kept. The service refuses cycles. */
export function dependencyOrder<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  needs: (item: T) => readonly string[],
): T[] {
  const byName = new Map(items.map((it) => [nameOf(it), it]));
  const ordered = new Set<T>();
  const visiting = new Set<T>();
  const visit = (item: T): void => {
    if (ordered.has(item) || visiting.has(item)) return;
    visiting.add(item);
    for (const name of needs(item)) {
      const needed = byName.get(name);
      if (needed !== undefined) visit(needed);
    }
    ordered.add(item);
  };
  for (const item of items) visit(item);
  return [...ordered];
}
