import { ascending, numbers, pick } from '../statistics/rows';
import { withinParts } from './factor';
import type { ContrastStudy } from './study';

/** Of what makes x vary, less than this is left within a point in time: then x belongs to the time. */
export const LEFT_WITHIN = 0.1;

/** Means of both variables at each point in time, in order; null unless rows are clustered by time and x belongs to it. */
export function meansByTime({
  x,
  y,
  clusters,
  timeClusters,
}: ContrastStudy): { readonly x: Float64Array; readonly y: Float64Array } | null {
  if (clusters === null || timeClusters === null) return null;
  const squares = (values: Float64Array): number => values.reduce((total, value) => total + value * value, 0);
  const all = squares(withinParts(x, { codes: new Int32Array(x.length), count: 1 }));
  if (!(squares(withinParts(x, clusters)) < LEFT_WITHIN * all)) return null;
  const sizes = new Float64Array(clusters.count);
  const when = new Float64Array(clusters.count);
  const [sumX, sumY] = [new Float64Array(clusters.count), new Float64Array(clusters.count)];
  clusters.codes.forEach((at, i) => {
    sizes[at] = (sizes[at] ?? NaN) + 1;
    when[at] = timeClusters[i] ?? NaN;
    sumX[at] = (sumX[at] ?? NaN) + (x[i] ?? NaN);
    sumY[at] = (sumY[at] ?? NaN) + (y[i] ?? NaN);
  });
  const order = ascending(when);
  const meansOf = (sums: Float64Array): Float64Array =>
    pick(
      numbers(clusters.count, (at) => (sums[at] ?? NaN) / (sizes[at] ?? NaN)),
      order,
    );
  return { x: meansOf(sumX), y: meansOf(sumY) };
}
