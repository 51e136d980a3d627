import type { Contrast } from '../distribution/contrast';
import { type Moments, moments } from '../sample/moments';

/** Difference of two means with separate variances and Welch-Satterthwaite degrees of freedom (Welch 1947). */
export function welchContrast(y: Float64Array, x: Float64Array): Contrast {
  const first = moments(y.filter((_, i) => x[i] === 0));
  const second = moments(y.filter((_, i) => x[i] === 1));
  const influence = y.map((value, i) =>
    x[i] === 1 ? (value - second.mean) / Math.max(1, second.n - 1) : -(value - first.mean) / Math.max(1, first.n - 1),
  );
  return {
    ...welchOf(first, second),
    n: y.length,
    clusters: null,
    method: 'welch',
    influence,
  };
}

/** Welch's difference (second − first) from the moments alone. */
export function welchOf(first: Moments, second: Moments): { value: number; error: number; df: number } {
  const a = first.variance / first.n;
  const b = second.variance / second.n;
  const df = a + b === 0 ? first.n + second.n - 2 : (a + b) ** 2 / (a ** 2 / (first.n - 1) + b ** 2 / (second.n - 1));
  return { value: second.mean - first.mean, error: Math.sqrt(a + b), df };
}

/** One mean against zero. */
export function meanContrast(y: Float64Array): Contrast {
  const m = moments(y);
  return {
    value: m.mean,
    error: Math.sqrt(m.variance / m.n),
    df: m.n - 1,
    n: m.n,
    clusters: null,
    method: 't',
    influence: y.map((value) => (value - m.mean) / Math.max(1, m.n - 1)),
  };
}
