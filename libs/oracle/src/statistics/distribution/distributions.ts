import betainc from '@stdlib/math-base-special-betainc';
import betaincinv from '@stdlib/math-base-special-betaincinv';
import erfc from '@stdlib/math-base-special-erfc';
import erfcinv from '@stdlib/math-base-special-erfcinv';
import gammainc from '@stdlib/math-base-special-gammainc';

/**
 * Tail probabilities and quantiles. The special functions are stdlib's ports of Boost; each tail is computed directly,
 * never as 1 − p, so that p = 1e-40 keeps its digits. Checked against SciPy to 1e-9 (`differential.spec.ts`).
 */

/** P(Z > z). */
export function normalTail(z: number): number {
  return 0.5 * erfc(z / Math.SQRT2);
}

/** z with P(Z > z) = p. */
export function normalQuantile(p: number): number {
  return Math.SQRT2 * erfcinv(2 * p);
}

/** P(T > t) of Student's t; `df` may be fractional, infinite means normal. */
export function studentTail(t: number, df: number): number {
  if (Number.isNaN(t) || Number.isNaN(df)) return NaN;
  if (!Number.isFinite(t)) return t > 0 ? 0 : 1;
  if (!Number.isFinite(df)) return normalTail(t);
  const half = studentTwoSided(t, df) / 2;
  return t >= 0 ? half : 1 - half;
}

/** P(|T| > |t|). */
export function studentTwoSided(t: number, df: number): number {
  if (Number.isNaN(t) || Number.isNaN(df)) return NaN;
  if (!Number.isFinite(t)) return 0;
  if (!Number.isFinite(df)) return 2 * normalTail(Math.abs(t));
  const square = t * t;
  return df > square
    ? betainc(square / (df + square), 0.5, df / 2, true, true)
    : betainc(df / (df + square), df / 2, 0.5, true, false);
}

/** t with P(T > t) = p, for p < 1/2. */
export function studentQuantile(p: number, df: number): number {
  if (!Number.isFinite(df) || df > 1e7) return normalQuantile(p);
  const x = betaincinv(2 * p, df / 2, 0.5, false);
  return Math.sqrt((df * (1 - x)) / x);
}

/** P(F > f). */
export function fisherTail(f: number, df1: number, df2: number): number {
  if (Number.isNaN(f)) return NaN;
  if (f <= 0) return 1;
  if (!Number.isFinite(f)) return 0;
  return df1 * f > df2
    ? betainc(df2 / (df2 + df1 * f), df2 / 2, df1 / 2, true, false)
    : betainc((df1 * f) / (df2 + df1 * f), df1 / 2, df2 / 2, true, true);
}

/** P(χ² > x). */
export function chiSquareTail(x: number, df: number): number {
  return x <= 0 ? 1 : gammainc(x / 2, df / 2, true, true);
}

/** P(X ≤ k) for X ~ Binomial(n, p). */
export function binomialAtMost(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  if (k >= n) return 1;
  return betainc(1 - p, n - k, k + 1, true, false);
}

/** P(X ≥ k) for X ~ Binomial(n, p). */
export function binomialAtLeast(k: number, n: number, p: number): number {
  if (k <= 0) return 1;
  if (k > n) return 0;
  return betainc(p, k, n - k + 1, true, false);
}
