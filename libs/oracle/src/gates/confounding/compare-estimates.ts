import { type Contrast, interval, pValue } from '../../statistics/distribution/contrast';
import { normalQuantile } from '../../statistics/distribution/distributions';
import type { Clusters } from '../../statistics/regression/cluster-error';

/** What happens to an estimate when more is held fixed. */
export interface Comparison {
  readonly naive: Contrast;
  readonly adjusted: Contrast;
  /** Naive minus adjusted over its own standard error. */
  readonly z: number;
  /** The naive estimate is significant, and clearly nearer to zero once adjusted. */
  readonly moved: boolean;
  /** Nothing is left: a large naive estimate, a clearly different adjusted one that may be zero. */
  readonly explained: boolean;
  /** The adjusted estimate goes the other way. */
  readonly reversed: boolean;
}

/** A change of estimate must be this many of its standard errors (p = 0.001) to be positively found. */
export const CLEAR_CHANGE = 3.29;
/**
 * "Nothing is left" means that the interval ends below this share of the naive estimate: at least four fifths of it
 * are shown to be something else. A smaller real effect under strong confounding stays inconclusive instead.
 */
const LEFT_OVER = 0.2;
/** And that the 99% interval excludes every effect that these rows would find with this power: a real one is not accused. */
const FINDABLE = { level: 0.99, power: 0.8 };

/**
 * Compares two estimates of the same coefficient over the same rows. The error of the difference comes from the rows'
 * joint influence, so that a shared part cancels (a Hausman test without its efficiency assumption).
 */
export function compareEstimates(
  naive: Contrast,
  adjusted: Contrast,
  clusters: Clusters | null,
  alpha: number,
  clear = CLEAR_CHANGE,
): Comparison {
  const difference = naive.value - adjusted.value;
  const error = differenceError(naive, adjusted, clusters);
  const z = error > 0 ? difference / error : 0;
  const sign = naive.value > 0 ? 1 : -1;
  const bounds = interval(adjusted);
  const reach = sign > 0 ? bounds.high : -bounds.low;
  const moved = pValue(naive) < alpha && Math.abs(z) > clear && sign * difference > 0;
  return {
    naive,
    adjusted,
    z,
    moved,
    explained:
      moved &&
      pValue(adjusted) > 0.05 &&
      reach < LEFT_OVER * Math.abs(naive.value) &&
      isTooSmallToFind(adjusted, sign, alpha),
    reversed: moved && pValue(adjusted, sign === 1 ? -1 : 1) < 0.05,
  };
}

function isTooSmallToFind(adjusted: Contrast, sign: -1 | 1, alpha: number): boolean {
  const bounds = interval(adjusted, FINDABLE.level);
  const findable = (normalQuantile(alpha / 2) + normalQuantile(1 - FINDABLE.power)) * adjusted.error;
  return (sign > 0 ? bounds.high : -bounds.low) < findable;
}

function differenceError(a: Contrast, b: Contrast, clusters: Clusters | null): number {
  if (a.influence.length !== b.influence.length) return Math.hypot(a.error, b.error);
  const sums = new Float64Array(clusters?.count ?? a.influence.length);
  for (let i = 0; i < a.influence.length; i++) {
    const place = clusters?.codes[i] ?? i;
    sums[place] = (sums[place] ?? NaN) + (a.influence[i] ?? NaN) - (b.influence[i] ?? NaN);
  }
  return Math.sqrt(sums.reduce((total, value) => total + value * value, 0));
}
