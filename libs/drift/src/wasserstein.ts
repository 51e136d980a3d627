/** How far two samples lie apart, and how far chance alone may move two samples of one distribution. */
export interface Distance {
  readonly distance: number;
  /** At least the 95 % quantile of the distance of two samples of these sizes from the pooled distribution. */
  readonly chance: number;
}

/**
 * Wasserstein's distance (the area between the two distribution functions), in standard deviations of the reference. Both
 * arrays ascend. For the distance of two samples of one distribution F the limit is ∫|B(F(x))|dx · √(1/n + 1/m) with a
 * Brownian bridge B; its 95 % quantile is at most 1.96 · ∫√(F(1 − F))dx · √(1/n + 1/m), as if all B(F(x)) rose and fell
 * together.
 */
export function wasserstein(reference: Float64Array, current: Float64Array): Distance {
  const [n, m] = [reference.length, current.length];
  let [i, j, distance, spread] = [0, 0, 0, 0];
  let last = Math.min(reference[0] ?? NaN, current[0] ?? NaN);
  while (i < n || j < m) {
    const value = Math.min(reference[i] ?? Infinity, current[j] ?? Infinity);
    const pooled = (i + j) / (n + m);
    distance += (value - last) * Math.abs(i / n - j / m);
    spread += (value - last) * Math.sqrt(pooled * (1 - pooled));
    while (i < n && reference[i] === value) i++;
    while (j < m && current[j] === value) j++;
    last = value;
  }
  const scale = deviation(reference) || deviation(current) || 1;
  return { distance: distance / scale, chance: (1.96 * spread * Math.sqrt(1 / n + 1 / m)) / scale };
}

/** Of the sample itself (divided by n), in two passes. */
function deviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2 / values.length, 0));
}
