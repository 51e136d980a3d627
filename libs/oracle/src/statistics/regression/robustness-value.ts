/**
 * Share of the residual variance of both x and y that an unmeasured common cause has to explain to bring an estimate with
 * this t down to the given bar (0: to nothing; a critical t: to no longer significant).
 * Source: Cinelli & Hazlett, Making sense of sensitivity, JRSS B 82 (2020), eq. 18.
 */
export function robustnessValue(t: number, df: number, bar = 0): number {
  const f = Math.max(0, Math.abs(t) - bar) / Math.sqrt(df);
  return 0.5 * (Math.sqrt(f ** 4 + 4 * f ** 2) - f ** 2);
}

/**
 * How strongly, as a risk ratio, an unmeasured common cause has to go with both exposure and outcome to explain a ratio away.
 * Source: VanderWeele & Ding, Annals of Internal Medicine 167 (2017).
 */
export function eValue(ratio: number): number {
  const above = ratio >= 1 ? ratio : 1 / ratio;
  return above + Math.sqrt(above * (above - 1));
}
