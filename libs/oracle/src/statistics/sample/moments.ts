import { mean } from './compensated-sum';

/** Count, mean, central sums of squares and cubes: enough for every test on means. */
export interface Moments {
  readonly n: number;
  readonly mean: number;
  /** Σ (x − mean)². */
  readonly squares: number;
  /** Sample variance, n − 1 in the denominator; NaN below two values. */
  readonly variance: number;
  /** Moment skewness; 0 for a constant. */
  readonly skewness: number;
}

/** Two passes: the mean first, then deviations corrected for the mean's own rounding (Chan, Golub & LeVeque 1983). */
export function moments(values: Float64Array): Moments {
  const n = values.length;
  const centre = mean(values);
  let first = 0;
  let squares = 0;
  let cubes = 0;
  for (let i = 0; i < n; i++) {
    const d = (values[i] ?? NaN) - centre;
    first += d;
    squares += d * d;
    cubes += d * d * d;
  }
  const corrected = Math.max(0, squares - (first * first) / n);
  const scale = corrected / n;
  return {
    n,
    mean: centre,
    squares: corrected,
    variance: n > 1 ? corrected / (n - 1) : NaN,
    skewness: scale > 0 ? cubes / n / scale ** 1.5 : 0,
  };
}

/** Lag-1 autocorrelation about the mean, in the order given; 0 for a constant. */
export function lagOneAutocorrelation(values: Float64Array): number {
  const { mean: centre, squares } = moments(values);
  if (squares === 0) return 0;
  let cross = 0;
  for (let i = 1; i < values.length; i++) cross += ((values[i] ?? NaN) - centre) * ((values[i - 1] ?? NaN) - centre);
  return cross / squares;
}
