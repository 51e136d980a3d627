/** Choices that one seed makes, always the same. */
export interface Draw {
  below(limit: number): number;
  of<T>(items: readonly T[]): T;
}

/** By Marsaglia's xorshift on 32 bits. */
export function drawn(seed: number): Draw {
  let state = seed === 0 ? 1 : seed | 0;
  const below = (limit: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  return {
    below,
    of(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('there is nothing to draw from');
      return item;
    },
  };
}
