import { flags } from '../../statistics/sample/rows';
import { moments } from '../../statistics/sample/moments';

/** Factors by which one recorded quantity becomes another, likely ones first: the first that fits within error is named. */
const FACTORS = [
  1000, 100, 1e6, 10, 60, 3600, 24, 12, 7, 2.54, 2.20462, 1.60934, 3.28084, 365.25, 86400, 1440, 1024, 168, 453.592,
  28.3495, 4.44822, 3.78541, 3.6, 1.8,
];

export interface ScaleSplit {
  /** 1 for rows of the larger cloud. */
  readonly upper: Uint8Array;
  readonly count: number;
  /** Ratio of the geometric means. */
  readonly ratio: number;
  readonly factor: number;
}

/** Both clouds need this share of the rows and this many. */
const MIN_SHARE = 0.03;
const MIN_ROWS = 5;
/** The gap between the clouds against the next largest gap inside the bulk. */
const STANDS_OUT = 3;

/**
 * Two clouds of values whose ratio is a conversion factor: positive values, one gap on the log scale that stands out,
 * about equal relative spread on both sides, and a ratio within three standard errors of a known factor.
 */
export function splitByScale(values: Float64Array): ScaleSplit | null {
  if (values.length < 4 * MIN_ROWS || values.some((value) => !(value > 0))) return null;
  const logs = values.map((value) => Math.log(value));
  const sorted = logs.slice().sort();
  const edge = Math.max(MIN_ROWS, Math.ceil(MIN_SHARE * sorted.length));
  let cut = -1;
  let gap = 0;
  let second = 0;
  for (let i = edge; i <= sorted.length - edge; i++) {
    const width = (sorted[i] ?? NaN) - (sorted[i - 1] ?? NaN);
    if (width > gap) {
      second = gap;
      gap = width;
      cut = i;
    } else if (width > second) second = width;
  }
  if (cut < 0 || gap < STANDS_OUT * second) return null;
  return matchFactor(logs, sorted, cut, gap);
}

/** A log ratio known no better than this, or than this share of itself, could be several factors, or a real effect. */
const SHARP = 0.03;
const SHARP_SHARE = 0.015;

/** The known factor whose logarithm is within three standard errors (and one percent) of a distance; null when none is. */
export function conversionFactor(distance: number, error: number): number | null {
  if (!(error < Math.max(SHARP, SHARP_SHARE * distance))) return null;
  return FACTORS.find((candidate) => Math.abs(distance - Math.log(candidate)) < 3 * error + 0.01) ?? null;
}

function matchFactor(logs: Float64Array, sorted: Float64Array, cut: number, gap: number): ScaleSplit | null {
  const low = moments(sorted.slice(0, cut));
  const high = moments(sorted.slice(cut));
  const distance = high.mean - low.mean;
  const spreads = Math.sqrt(low.variance / high.variance);
  const pooled = Math.sqrt((low.variance + high.variance) / 2);
  if (!(spreads > 0.5 && spreads < 2) || distance < 4 * pooled || gap < pooled) return null;
  const error = Math.sqrt(low.variance / low.n + high.variance / high.n);
  const factor = conversionFactor(distance, error);
  if (factor === null) return null;
  const bar = sorted[cut] ?? NaN;
  const upper = flags(logs.length, (i) => (logs[i] ?? NaN) >= bar);
  return { upper, count: sorted.length - cut, ratio: Math.exp(distance), factor };
}
