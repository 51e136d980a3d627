import { numbers } from '../sample/rows';

/** Highest order considered. */
const MAX_LAGS = 8;

/**
 * How much the long-run standard error of a series' mean exceeds that of independent values, by an autoregression
 * whose order BIC chooses (Levinson-Durbin; den Haan & Levin 1997). 1 for white noise, never below 1.
 */
export function longRunFactor(series: Float64Array): number {
  const { phi, innovation, variance } = chosenAutoregression(series);
  const n = series.length;
  const sum = phi.reduce((total, value) => total + value, 0);
  // Estimated autoregressions understate their memory (Kendall 1954); beyond the first order it is moved up too.
  const moved =
    phi.length < 2 ? sum : Math.min(0.97, sum + (2 + 4 * sum) / n + Math.sqrt(Math.max(0, 1 - sum ** 2) / n));
  const longRun = innovation / Math.max(0.0009, (1 - moved) ** 2);
  return variance > 0 ? Math.sqrt(Math.max(1, longRun / variance)) : 1;
}

/** Coefficients of the autoregression that BIC chooses, first lag first. */
export function autoregressionOf(series: Float64Array): readonly number[] {
  return chosenAutoregression(series).phi;
}

/** v_t − Σ φ_j·v_{t−j}; shorter than the series by the number of coefficients. */
export function whitenBy(values: Float64Array, phi: readonly number[]): Float64Array {
  return numbers(values.length - phi.length, (i) =>
    phi.reduce(
      (left, value, j) => left - value * (values[i + phi.length - 1 - j] ?? NaN),
      values[i + phi.length] ?? NaN,
    ),
  );
}

/** Long-run variance over variance that an AR(1) with this ρ has: what a first-order correction already covers. */
export function firstOrderFactor(rho: number): number {
  return Math.sqrt(Math.max(1, (1 + rho) / (1 - rho)));
}

function chosenAutoregression(series: Float64Array): { phi: readonly number[]; innovation: number; variance: number } {
  const n = series.length;
  const covariances = numbers(Math.min(MAX_LAGS, Math.floor(n / 10)) + 1, (lag) => {
    let total = 0;
    for (let i = lag; i < n; i++) total += (series[i] ?? NaN) * (series[i - lag] ?? NaN);
    return total / n;
  });
  const variance = covariances[0] ?? 0;
  let best: { phi: readonly number[]; innovation: number } = { phi: [], innovation: variance };
  let bestScore = n * Math.log(Math.max(1e-300, variance));
  let phi: number[] = [];
  let innovation = variance;
  for (let order = 1; order < covariances.length && innovation > 0; order++) {
    const explained = phi.reduce((total, value, j) => total + value * (covariances[order - 1 - j] ?? NaN), 0);
    const reflection = ((covariances[order] ?? NaN) - explained) / innovation;
    phi = [...phi.map((value, j) => value - reflection * (phi[order - 2 - j] ?? NaN)), reflection];
    innovation *= 1 - reflection ** 2;
    const score = n * Math.log(Math.max(1e-300, innovation)) + order * Math.log(n);
    if (score < bestScore) [bestScore, best] = [score, { phi, innovation }];
  }
  return { ...best, variance };
}
