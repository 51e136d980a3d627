/** Uniform numbers in [0, 1), the same in every run (mulberry32). */
export function uniforms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function normals(random: () => number, n: number, shift = 0): Float64Array {
  return Float64Array.from(
    { length: n },
    () => shift + Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  );
}

/** Rows of each of `shares.length` categories. */
export function categories(random: () => number, n: number, shares: readonly number[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (let row = 0; row < n; row++) {
    let left = random();
    const chosen = shares.findIndex((share) => (left -= share) < 0);
    const name = `c${chosen < 0 ? shares.length - 1 : chosen}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
