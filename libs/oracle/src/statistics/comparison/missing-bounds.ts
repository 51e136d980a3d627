import { mean } from '../sample/compensated-sum';

/** Outcomes of one side, in any order, and how many rows of it lack one. */
export interface Observed {
  readonly values: Float64Array;
  readonly missing: number;
}

export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Bounds of a difference of shares when every missing outcome could be either (Manski, 1990). */
export function manskiBounds(subject: Observed, reference: Observed): Bounds {
  const worst = ({ values, missing }: Observed, filled: 0 | 1): number =>
    (values.reduce((a, b) => a + b, 0) + filled * missing) / (values.length + missing);
  return {
    low: worst(subject, 0) - worst(reference, 1),
    high: worst(subject, 1) - worst(reference, 0),
  };
}

/**
 * Bounds of the difference for those observed on either side: the side with fewer missing is trimmed by its excess, from
 * the top and from the bottom (Lee, Review of Economic Studies 76 (2009): missingness moves one way only).
 */
export function leeBounds(subject: Observed, reference: Observed): Bounds {
  const share = ({ values, missing }: Observed): number => values.length / (values.length + missing);
  const [s, r] = [share(subject), share(reference)];
  const trimmed = trims(s > r ? subject.values : reference.values, 1 - Math.min(s, r) / Math.max(s, r));
  return s > r
    ? { low: trimmed.low - mean(reference.values), high: trimmed.high - mean(reference.values) }
    : { low: mean(subject.values) - trimmed.high, high: mean(subject.values) - trimmed.low };
}

/** Means with the given share of the highest, and of the lowest, values left out. */
function trims(values: Float64Array, share: number): Bounds {
  const sorted = values.slice().sort();
  const out = Math.min(sorted.length - 1, Math.round(share * sorted.length));
  return { low: mean(sorted.subarray(0, sorted.length - out)), high: mean(sorted.subarray(out)) };
}
