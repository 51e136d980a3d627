import type { Contrast } from '../distribution/contrast';
import type { Clusters } from './cluster-error';
import { moments } from '../sample/moments';

/**
 * The mean of the parts' means, tested by Student's t with one degree of freedom less than there are parts: never liberal
 * for however few parts, of whatever sizes and variances, at levels below 8%.
 * Source: Ibragimov & Müller, JBES 28 (2010).
 */
export function meanOfMeans(
  values: Float64Array,
  { codes, count }: Clusters,
): Pick<Contrast, 'value' | 'error' | 'df'> {
  const totals = new Float64Array(count);
  const sizes = new Float64Array(count);
  codes.forEach((code, i) => {
    totals[code] = (totals[code] ?? NaN) + (values[i] ?? NaN);
    sizes[code] = (sizes[code] ?? NaN) + 1;
  });
  const { mean, variance } = moments(totals.map((total, code) => total / (sizes[code] ?? NaN)));
  return { value: mean, error: Math.sqrt(variance / count), df: count - 1 };
}
