import { ascending, pick } from '../../statistics/sample/rows';
import { type Factor, withinParts } from './factor';
import type { ContrastStudy } from '../study';

/** Of what makes x vary, less than this is left within a point in time: then x belongs to the time. */
export const LEFT_WITHIN = 0.1;

/** Means of both variables at each point in time, in order; null unless rows are clustered by time and x belongs to it. */
export function contrastByTime({
  x,
  y,
  clusters,
  timeClusters,
}: ContrastStudy): { readonly x: Float64Array; readonly y: Float64Array } | null {
  if (clusters === null || timeClusters === null) return null;
  const squares = (values: Float64Array): number => values.reduce((total, value) => total + value * value, 0);
  const all = squares(withinParts(x, { codes: new Int32Array(x.length), count: 1 }));
  if (!(squares(withinParts(x, clusters)) < LEFT_WITHIN * all)) return null;
  return { x: meansByTime(x, clusters, timeClusters), y: meansByTime(y, clusters, timeClusters) };
}

/** Means of the points in time, in order. */
export function meansByTime(values: Float64Array, { codes, count }: Factor, times: Float64Array): Float64Array {
  const sizes = new Float64Array(count);
  const when = new Float64Array(count);
  const sums = new Float64Array(count);
  codes.forEach((at, i) => {
    sizes[at] = (sizes[at] ?? NaN) + 1;
    when[at] = times[i] ?? NaN;
    sums[at] = (sums[at] ?? NaN) + (values[i] ?? NaN);
  });
  return pick(
    sums.map((sum, at) => sum / (sizes[at] ?? NaN)),
    ascending(when),
  );
}
