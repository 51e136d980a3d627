import type { Interval } from '../statistics/distribution/contrast';

/**
 * An interval that does not contradict its test: where the two-sided p is above what the interval's level excludes, the
 * interval reaches to the value tested. Test and interval can differ where each has the error that is honest for it.
 */
export function agreeing(bounds: Interval, tested: number, twoSidedP: number): Interval {
  if (!(twoSidedP > 1 - bounds.level) || Number.isNaN(bounds.low) || Number.isNaN(bounds.high)) return bounds;
  return { ...bounds, low: Math.min(bounds.low, tested), high: Math.max(bounds.high, tested) };
}
