import { ascending, numbers } from '../statistics/sample/rows';
import type { Factor } from '../study/variable/factor';

/** Fewer different values than these show no pattern of gaps. */
const MIN_VALUES = 40;
/** The smaller of two neighbouring gaps over the larger is below this in one pair of 25 where values are independent. */
const TINY = 0.02;
const TINY_BY_CHANCE = (2 * TINY) / (1 + TINY);
/** So many standard errors more of them are no chance. */
const CLEAR = 6;
/** Values nearer than this share of the mean gap around them are taken as copies. */
const NEAR = 0.1;
const AROUND = 15;

/**
 * Groups of values that stand far closer together than independent values do: copies of a measurement with a little
 * noise. Where the density is smooth, neighbouring gaps are alike and exponential, so the ratio of two has the
 * distribution function 2r / (1 + r) whatever the density (Pyke, JRSS B 27 (1965)). Null where they look so.
 */
export function nearCopies(values: Float64Array): Factor | null {
  const order = ascending(values);
  const distinct = order.filter((row, place) => place === 0 || values[row] !== values[order[place - 1] ?? -1]);
  if (distinct.length < MIN_VALUES) return null;
  const sorted = numbers(distinct.length, (i) => values[distinct[i] ?? -1] ?? NaN);
  const gaps = numbers(sorted.length - 1, (i) => (sorted[i + 1] ?? NaN) - (sorted[i] ?? NaN));
  let tiny = 0;
  for (let i = 1; i < gaps.length; i++) {
    const [one, other] = [gaps[i - 1] ?? NaN, gaps[i] ?? NaN];
    if (Math.min(one, other) < TINY * Math.max(one, other)) tiny++;
  }
  const pairs = gaps.length - 1;
  if (!(tiny > TINY_BY_CHANCE * pairs + CLEAR * Math.sqrt(TINY_BY_CHANCE * pairs))) return null;
  return grouped(values, order, sorted);
}

/** Runs of values, each nearer to the one before than a tenth of the gaps around it. */
function grouped(values: Float64Array, order: Int32Array, sorted: Float64Array): Factor {
  const codes = new Int32Array(values.length);
  let [group, place] = [0, 0];
  order.forEach((row, i) => {
    if (i > 0 && values[row] !== values[order[i - 1] ?? -1]) {
      place++;
      const [low, high] = [Math.max(0, place - AROUND), Math.min(sorted.length - 1, place + AROUND)];
      const usual = ((sorted[high] ?? NaN) - (sorted[low] ?? NaN)) / (high - low);
      if (!((sorted[place] ?? NaN) - (sorted[place - 1] ?? NaN) < NEAR * usual)) group++;
    }
    codes[row] = group;
  });
  return { codes, count: group + 1 };
}
