/** The value below which the share `q` (0…1) of the samples lies, linear between neighbours (R's type 7). Throws on no samples. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = Float64Array.from(samples).sort();
  const at = (sorted.length - 1) * q;
  const below = sorted[Math.floor(at)];
  const above = sorted[Math.ceil(at)];
  if (below === undefined || above === undefined) throw new Error('there are no samples');
  return below + (above - below) * (at - Math.floor(at));
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}
