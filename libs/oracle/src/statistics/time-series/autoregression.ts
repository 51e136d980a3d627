import { numbers } from '../sample/rows';
import { dot } from '../sample/compensated-sum';
import { firstOrderFactor, longRunFactor } from './long-memory';
import type { LeastSquares } from '../regression/least-squares';

/** Largest autocorrelation taken at face value; above it a series is treated as a random walk with this much memory. */
const CEILING = 0.995;
/** A bracket so narrow, or so many steps, leave less to the halvings than another step would cost. */
const NARROW = 1e-8;
const FALSE_POSITIONS = 12;

/** Lag-1 autocorrelation of residuals (which have mean zero), as they stand. */
function residualAutocorrelation(residuals: Float64Array): number {
  const total = dot(residuals, residuals);
  if (total === 0) return 0;
  let cross = 0;
  for (let i = 1; i < residuals.length; i++) cross += (residuals[i] ?? NaN) * (residuals[i - 1] ?? NaN);
  return cross / total;
}

/**
 * Residuals of a fit understate the autocorrelation of the errors, badly in short series. This finds the ρ whose
 * *expected* residual autocorrelation under this very design equals the one observed (a moment-matching, close to
 * median-unbiased, estimator; cf. Andrews, Econometrica 61 (1993)). Long series use the first-order bias.
 */
function unbiasedAutocorrelation(fit: LeastSquares): number {
  const observed = residualAutocorrelation(fit.residuals);
  const k = fit.basis.q.length;
  if (fit.n > 400) return clamp((observed * fit.n + k) / (fit.n - 2 * k), -CEILING, CEILING);
  const expected = expectedAutocorrelation(fit);
  return halved(narrowed(expected, observed), (rho) => expected(rho) < observed);
}

/** The same where it is positive, else 0, which takes a single look. */
export function positiveAutocorrelation(fit: LeastSquares): number {
  const isNone = fit.n <= 400 && !(expectedAutocorrelation(fit)(0) < residualAutocorrelation(fit.residuals));
  return isNone ? 0 : Math.max(0, unbiasedAutocorrelation(fit));
}

interface Bracket {
  /** The largest argument known to be too low, the smallest known not to be. */
  readonly low: number;
  readonly high: number;
}

/** A root's neighbourhood by false position, halving the weight of an end that stays (Illinois; Dowell & Jarratt 1971). */
function narrowed(f: (at: number) => number, wanted: number): Bracket {
  let [low, high] = [-CEILING, CEILING];
  let [below, above] = [f(low) - wanted, f(high) - wanted];
  if (!(below < 0) || !(above >= 0)) return { low: -Infinity, high: Infinity };
  for (let step = 0, held = 0; step < FALSE_POSITIONS && high - low > NARROW; step++) {
    const at = clamp((low * above - high * below) / (above - below), low, high);
    const value = f(at) - wanted;
    if (value < 0) {
      if (held === 1) above /= 2;
      [low, below, held] = [at, value, 1];
    } else {
      if (held === -1) below /= 2;
      [high, above, held] = [at, value, -1];
    }
  }
  return { low, high };
}

/** Thirty halvings of the whole range; what the bracket answers already is not computed. */
function halved({ low: tooLow, high: enough }: Bracket, isTooLow: (at: number) => boolean): number {
  let [low, high] = [-CEILING, CEILING];
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2;
    if (middle <= tooLow || (middle < enough && isTooLow(middle))) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** E[Σ e_t e_{t−1}] / E[Σ e_t²] of the residuals e = (I − QQ')u when the errors u are AR(1) with ρ, as a function of ρ. */
function expectedAutocorrelation({ n, basis: { q: columns } }: LeastSquares): (rho: number) => number {
  const lagged = columns.map((q) => columns.map((other) => lagProduct(q, other)));
  return (rho) => {
    let squares = n;
    let cross = (n - 1) * rho;
    for (const [i, q] of columns.entries()) {
      const smoothed = smooth(q, rho);
      squares -= dot(smoothed, q);
      cross -= shifted(smoothed, q);
      for (const [j, other] of columns.entries()) cross += dot(other, smoothed) * (lagged[i]?.[j] ?? NaN);
    }
    return cross / squares;
  };
}

/** (V·q) with V[i][j] = ρ^|i−j|, in two passes. */
function smooth(q: Float64Array, rho: number): Float64Array {
  const n = q.length;
  const result = new Float64Array(n);
  let carried = 0;
  for (let i = 0; i < n; i++) {
    carried = rho * carried + (q[i] ?? NaN);
    result[i] = carried;
  }
  carried = 0;
  for (let i = n - 1; i >= 0; i--) {
    result[i] = (result[i] ?? NaN) + carried;
    carried = rho * (carried + (q[i] ?? NaN));
  }
  return result;
}

/** Σ (v_t·q_{t−1} + v_{t−1}·q_t). */
function shifted(v: Float64Array, q: Float64Array): number {
  let total = 0;
  for (let i = 1; i < v.length; i++) total += (v[i] ?? NaN) * (q[i - 1] ?? NaN) + (v[i - 1] ?? NaN) * (q[i] ?? NaN);
  return total;
}

/** Σ a_t·b_{t−1}. */
function lagProduct(a: Float64Array, b: Float64Array): number {
  let total = 0;
  for (let i = 1; i < a.length; i++) total += (a[i] ?? NaN) * (b[i - 1] ?? NaN);
  return total;
}

export interface SerialError {
  /** For tests: cautious, so that a null is not called significant. */
  readonly error: number;
  /** For intervals: with so much less caution that 95% stays 95%. */
  readonly intervalError: number;
  readonly intervalDf: number;
  readonly df: number;
  /** The autocorrelation used: the unbiased estimate, moved up by its own uncertainty once it is clearly positive. */
  readonly rho: number;
  readonly estimated: number;
}

/** An estimate this many standard errors below zero is still taken as it is: cut at zero, chance would only ever widen. */
const BELOW_ZERO = 0.5;

/**
 * Standard error of Σ w·y under AR(1) errors: exact for a known ρ (variance from the quadratic form, σ² unbiased for
 * this design). An estimated ρ understates itself just when it matters, so it is moved up by its own uncertainty once
 * it is clearly positive, and always in short series. The numbers were set by simulation so that a true null with
 * ρ ≤ 0.9 is called significant no more often than α from n = 30 on, and 95% intervals hold the truth in 94–96 of 100
 * from n = 100 on (`calibrate`, violation "autocorrelation").
 */
export function serialError(fit: LeastSquares, weights: Float64Array, cautious = true): SerialError {
  const { n } = fit;
  const estimated = unbiasedAutocorrelation(fit);
  const uncertainty = Math.sqrt(Math.max(1e-6, 1 - estimated ** 2) / n);
  const least = -BELOW_ZERO / Math.sqrt(n);
  const moved = (by: number): number => clamp(Math.max(least, estimated) + by * uncertainty, least, CEILING);
  const longRun = cautious ? longRunFactor(fit.residuals) : 0;
  const memoryLeft = (rho: number): number => Math.max(1, longRun / firstOrderFactor(rho));
  const rho = moved(cautious ? caution(estimated, n) : 0);
  const likely = moved(clarity(estimated, n, 0) * (0.8 + 1.2 * shortness(n)));
  return {
    error: errorUnder(fit, weights, rho) * memoryLeft(rho),
    intervalError: errorUnder(fit, weights, likely) * memoryLeft(likely),
    df: degreesUnder(fit, rho),
    intervalDf: degreesUnder(fit, likely),
    rho,
    estimated,
  };
}

/** Independent points that a series with this autocorrelation is worth, less those the fit took. */
function degreesUnder(fit: LeastSquares, rho: number): number {
  return Math.max(1, (fit.n * (1 - rho ** 2)) / (1 + rho ** 2) - fit.basis.q.length);
}

function errorUnder(fit: LeastSquares, weights: Float64Array, rho: number): number {
  let expected = fit.n;
  for (const q of fit.basis.q) expected -= dot(smooth(q, rho), q);
  return Math.sqrt((fit.residualSquares / expected) * dot(smooth(weights, rho), weights));
}

/** 0 while an estimated autocorrelation may be chance, 1 when it is clearly there; sooner in short series. */
function clarity(estimated: number, n: number, short: number): number {
  return clamp((estimated * Math.sqrt(n) - 1.8 + short) / 1.5, 0, 1);
}

/** 1 up to 30 points, 0 from 90 on. */
function shortness(n: number): number {
  return clamp((90 - n) / 60, 0, 1);
}

/** By how many of its standard errors an estimated autocorrelation is moved up. */
export function caution(estimated: number, n: number): number {
  const short = shortness(n);
  return Math.max(clarity(estimated, n, short), 0.3 * short) * (1.645 + 2 * short);
}

/** Quasi-differences v_t − ρ·v_{t−1}; one shorter than the series. */
export function whiten(values: Float64Array, rho: number): Float64Array {
  return numbers(values.length - 1, (i) => (values[i + 1] ?? NaN) - rho * (values[i] ?? NaN));
}
