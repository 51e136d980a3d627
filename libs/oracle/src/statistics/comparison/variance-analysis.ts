import { chiSquareTail, fisherTail } from '../distribution/distributions';
import type { Moments } from '../sample/moments';
import { sum } from '../sample/compensated-sum';

export interface GroupTest {
  readonly statistic: number;
  readonly df: readonly [number, number];
  readonly p: number;
}

/** Values split by group code. */
export function splitByGroup(y: Float64Array, codes: Int32Array, count: number): Float64Array[] {
  return Array.from({ length: count }, (_, g) => y.filter((_value, i) => codes[i] === g));
}

/** Welch's analysis of variance: means of several groups, unequal variances (Welch, Biometrika 38 (1951)). */
export function welchAnova(parts: readonly Moments[]): GroupTest {
  const k = parts.length;
  const weights = parts.map((m) => m.n / m.variance);
  const total = sum(weights);
  const centre = sum(parts.map((m, g) => (weights[g] ?? NaN) * m.mean)) / total;
  const spread = sum(parts.map((m, g) => (weights[g] ?? NaN) * (m.mean - centre) ** 2));
  const unevenness = sum(parts.map((m, g) => (1 - (weights[g] ?? NaN) / total) ** 2 / (m.n - 1)));
  const statistic = spread / (k - 1) / (1 + ((2 * (k - 2)) / (k * k - 1)) * unevenness);
  const df: [number, number] = [k - 1, (k * k - 1) / (3 * unevenness)];
  return { statistic, df, p: fisherTail(statistic, ...df) };
}

/** Pearson's χ² of a table of counts (rows × columns), without continuity correction. */
export function chiSquareTable(counts: readonly (readonly number[])[]): {
  statistic: number;
  df: number;
  p: number;
  smallest: number;
} {
  const rowSums = counts.map(sum);
  const width = counts[0]?.length ?? 0;
  const columnSums = Array.from({ length: width }, (_, j) => sum(counts.map((row) => row[j] ?? 0)));
  const n = sum(rowSums);
  let statistic = 0;
  let smallest = Infinity;
  counts.forEach((row, i) =>
    row.forEach((count, j) => {
      const expected = ((rowSums[i] ?? 0) * (columnSums[j] ?? 0)) / n;
      smallest = Math.min(smallest, expected);
      if (expected > 0) statistic += (count - expected) ** 2 / expected;
    }),
  );
  const df = (rowSums.filter((s) => s > 0).length - 1) * (columnSums.filter((s) => s > 0).length - 1);
  return { statistic, df, p: df > 0 ? chiSquareTail(statistic, df) : 1, smallest };
}

/** χ² of counts against intended shares (goodness of fit). */
export function chiSquareShares(
  counts: readonly number[],
  shares: readonly number[],
): { statistic: number; p: number } {
  const n = sum(counts);
  const statistic = sum(counts.map((count, i) => (count - n * (shares[i] ?? NaN)) ** 2 / (n * (shares[i] ?? NaN))));
  return { statistic, p: chiSquareTail(statistic, counts.length - 1) };
}
