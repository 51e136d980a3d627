/** Maps items asynchronously, at most `width` at a time; results in the order of the items. Rejects with the first failure. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Map<number, R>();
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    // One iterator shared by all workers: each takes the next item.
    for (const [index, item] of waiting) results.set(index, await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return [...results].sort(([left], [right]) => left - right).map(([, result]) => result);
}
