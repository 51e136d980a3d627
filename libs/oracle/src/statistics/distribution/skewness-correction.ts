/**
 * Hall's monotone cubic correction of a t statistic for the skewness of its numerator (Hall, JRSS B 54 (1992)):
 * one-sided errors of a plain t are of order skewness/√n, the corrected ones of order 1/n.
 *
 * `skewness` is that of the standardised estimate: Σκ₃ of the contributions over the variance to the power 3/2.
 */
export function correctForSkewness(t: number, skewness: number): number {
  if (!Number.isFinite(t)) return t;
  return t + (skewness / 3) * t ** 2 + (skewness ** 2 / 27) * t ** 3 + skewness / 6;
}

/** Skewness of a sum of independent, centred contributions. */
export function skewnessOfSum(contributions: Float64Array): number {
  let squares = 0;
  let cubes = 0;
  for (const value of contributions) {
    squares += value * value;
    cubes += value * value * value;
  }
  return squares > 0 ? cubes / squares ** 1.5 : 0;
}
