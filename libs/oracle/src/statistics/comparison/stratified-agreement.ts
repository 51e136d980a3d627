import { normalTail } from '../distribution/distributions';
import type { Clusters } from '../regression/cluster-error';

/**
 * One-sided p of predictions agreeing with the truth more often than they would if they were exchanged at random within
 * each stratum: the sum of agreements over strata, with its mean and variance over all permutations (Mantel & Haenszel
 * 1959; Mantel 1963). What strata have in common does not count. `agreement` says how well value `j` agrees with `i`.
 */
export function stratifiedAgreementP(
  truth: ArrayLike<number>,
  said: ArrayLike<number>,
  strata: Clusters,
  agreement: (truth: number, said: number) => number,
): number {
  let [excess, variance] = [0, 0];
  for (let stratum = 0; stratum < strata.count; stratum++) {
    const rows: number[] = [];
    strata.codes.forEach((code, i) => {
      if (code === stratum) rows.push(i);
    });
    const found = permuted(countOf(truth, rows), countOf(said, rows), agreement);
    excess += rows.reduce((total, i) => total + agreement(truth[i] ?? NaN, said[i] ?? NaN), 0) - found.mean;
    variance += found.variance;
  }
  return variance > 0 ? normalTail(excess / Math.sqrt(variance)) : 1;
}

/** How often each value occurs. */
function countOf(values: ArrayLike<number>, rows: readonly number[]): readonly (readonly [number, number])[] {
  const counts = new Map<number, number>();
  for (const i of rows) counts.set(values[i] ?? NaN, (counts.get(values[i] ?? NaN) ?? 0) + 1);
  return [...counts];
}

/** Mean and variance of Σ agreement(truth, said permuted) (Hoeffding, Ann. Math. Stat. 22 (1951)). */
function permuted(
  truth: readonly (readonly [number, number])[],
  said: readonly (readonly [number, number])[],
  agreement: (truth: number, said: number) => number,
): { readonly mean: number; readonly variance: number } {
  const n = truth.reduce((total, [, times]) => total + times, 0);
  if (n < 2) return { mean: n === 1 ? agreement(truth[0]?.[0] ?? NaN, said[0]?.[0] ?? NaN) : 0, variance: 0 };
  const table = truth.map(([actual]) => said.map(([other]) => agreement(actual, other)));
  const ofTruth = table.map((row) => row.reduce((total, value, j) => total + value * (said[j]?.[1] ?? 0), 0) / n);
  const ofSaid = said.map(
    (_, j) => table.reduce((total, row, i) => total + (row[j] ?? NaN) * (truth[i]?.[1] ?? 0), 0) / n,
  );
  const overall = ofTruth.reduce((total, value, i) => total + value * (truth[i]?.[1] ?? 0), 0) / n;
  let squares = 0;
  table.forEach((row, i) =>
    row.forEach((value, j) => {
      const own = value - (ofTruth[i] ?? NaN) - (ofSaid[j] ?? NaN) + overall;
      squares += (truth[i]?.[1] ?? 0) * (said[j]?.[1] ?? 0) * own * own;
    }),
  );
  return { mean: n * overall, variance: squares / (n - 1) };
}
