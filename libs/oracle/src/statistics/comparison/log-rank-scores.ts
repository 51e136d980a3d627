import type { Clusters } from '../regression/cluster-error';
import { mean } from '../sample/compensated-sum';
import { ascending } from '../sample/rows';

/** Who was seen how long, whether to the event, and on which side. */
export interface Followed {
  readonly duration: Float64Array;
  readonly event: Float64Array;
  readonly exposed: Float64Array;
}

/**
 * What each subject adds to the log-rank beyond the rest of its side: its excess events, less its side's mean of them, times
 * the centred exposure. With the difference of the sides left in, every cluster would seem to go together where there is one.
 */
export function logRankScores(followed: Followed): Float64Array {
  const { exposed } = followed;
  const middle = mean(exposed);
  const excess = martingaleResiduals(followed);
  const own = [0, 1].map((side) => mean(excess.filter((_, i) => exposed[i] === side)));
  return excess.map((value, i) => {
    const side = exposed[i] ?? NaN;
    return (side - middle) * (value - (own[side] ?? NaN));
  });
}

/** Event less the cumulative hazard of all (Nelson, Aalen). */
export function martingaleResiduals({ duration, event }: Followed): Float64Array {
  const order = ascending(duration);
  const hazard = new Float64Array(duration.length);
  let total = 0;
  order.forEach((row, place) => {
    total += (event[row] ?? NaN) / (order.length - place);
    hazard[row] = total;
  });
  return event.map((seen, i) => seen - (hazard[i] ?? NaN));
}

/** By how much rows of one cluster that go together widen an error: never below 1 (Lin & Wei, JASA 84 (1989)). */
export function clusterInflation(scores: Float64Array, { codes, count }: Clusters): number {
  const sums = new Float64Array(count);
  scores.forEach((score, i) => {
    const at = codes[i] ?? 0;
    sums[at] = (sums[at] ?? NaN) + score;
  });
  const squares = (values: Float64Array): number => values.reduce((all, value) => all + value * value, 0);
  const apart = squares(scores);
  return apart > 0 ? Math.sqrt(Math.max(1, (squares(sums) / apart) * (count / Math.max(1, count - 1)))) : 1;
}
