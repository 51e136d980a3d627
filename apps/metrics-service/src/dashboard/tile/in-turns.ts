/** Does the work for every item, at most `width` at a time; results in the order of the items. Rejects with the first that fails. */
export async function inTurns<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Map<number, R>();
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    // One iterator for all workers: each takes the next that nobody has.
    for (const [index, item] of waiting) results.set(index, await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return [...results].sort(([left], [right]) => left - right).map(([, result]) => result);
}
