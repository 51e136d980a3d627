import { ascending } from './rows';
/** Ranks 1 … n with ties at their mean. */
export function ranks(values: Float64Array): Float64Array {
  const order = ascending(values);
  const result = new Float64Array(values.length);
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && values[order[end] ?? 0] === values[order[start] ?? 0]) end++;
    for (let i = start; i < end; i++) result[order[i] ?? 0] = (start + 1 + end) / 2;
    start = end;
  }
  return result;
}

/** The value below which a share of the values lies (linear interpolation); `sorted` ascending. */
export function quantileOf(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const low = Math.floor(place);
  const a = sorted[low] ?? NaN;
  const b = sorted[Math.min(sorted.length - 1, low + 1)] ?? NaN;
  return a + (b - a) * (place - low);
}

/** Median and median absolute deviation × 1.4826 (a robust standard deviation); 0 when half the values tie. */
export function robustSpread(values: Float64Array): { median: number; spread: number } {
  const sorted = values.slice().sort();
  const median = quantileOf(sorted, 0.5);
  const deviations = sorted.map((value) => Math.abs(value - median)).sort();
  return { median, spread: 1.4826 * quantileOf(deviations, 0.5) };
}
