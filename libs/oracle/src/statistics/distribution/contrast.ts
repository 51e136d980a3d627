import { studentQuantile, studentTail, studentTwoSided } from './distributions';

/** How a standard error was made. */
export type ErrorMethod = 'welch' | 'hc3' | 'cr2' | 'paired' | 'ar1' | 'whitened-hc3' | 't' | 'wald';

/** One estimated number with an honest standard error. */
export interface Contrast {
  readonly value: number;
  readonly error: number;
  /** Degrees of freedom of the reference t; infinite for a normal. */
  readonly df: number;
  readonly n: number;
  /** Number of clusters when the error is cluster-robust. */
  readonly clusters: number | null;
  readonly method: ErrorMethod;
  /** What each row moves the estimate by; differences between estimates take their error from it. */
  readonly influence: Float64Array;
}

export function statisticOf({ value, error }: Pick<Contrast, 'value' | 'error'>): number {
  if (error === 0) return value === 0 ? 0 : Math.sign(value) * Infinity;
  return value / error;
}

/** Two-sided p, or the p of the claimed direction when `sign` is 1 or −1. */
export function pValue(contrast: Pick<Contrast, 'value' | 'error' | 'df'>, sign: -1 | 0 | 1 = 0): number {
  const t = statisticOf(contrast);
  return sign === 0 ? studentTwoSided(t, contrast.df) : studentTail(sign * t, contrast.df);
}

export interface Interval {
  readonly level: number;
  readonly low: number;
  readonly high: number;
}

export function interval({ value, error, df }: Pick<Contrast, 'value' | 'error' | 'df'>, level = 0.95): Interval {
  const reach = error === 0 ? 0 : studentQuantile((1 - level) / 2, df) * error;
  return { level, low: value - reach, high: value + reach };
}
