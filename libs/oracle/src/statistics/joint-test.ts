import { fisherTail } from './distributions';
import { type Clusters, rowsByCluster } from './cluster-error';
import type { LeastSquares } from './least-squares';
import { symmetricEigen } from './symmetric-power';

export interface JointTest {
  readonly statistic: number;
  readonly df: readonly [number, number];
  readonly p: number;
}

/**
 * Robust Wald test that all columns but the first, the intercept, have no coefficient: HC3 scores, or cluster sums of them
 * (with Hotelling's T² reference over clusters). In the orthonormal basis the coefficients are Q'y itself.
 */
export function jointTest(fit: LeastSquares, y: Float64Array, clusters: Clusters | null): JointTest {
  const q = fit.basis.q.filter((_, position) => (fit.basis.kept[position] ?? 0) >= 1);
  const k = q.length;
  const coordinates = q.map((column) => column.reduce((total, value, i) => total + value * (y[i] ?? NaN), 0));
  const scores = fit.residuals.map((residual, i) => residual / Math.max(1e-9, 1 - (fit.leverage[i] ?? NaN)));
  const meat = clusters === null ? rowMeat(q, scores) : clusterMeat(q, fit.residuals, clusters);
  const wald = quadraticInverse(meat, coordinates, k);
  const units = clusters === null ? fit.residualDf : clusters.count - k;
  const scale = clusters === null ? 1 : (clusters.count - k) / (clusters.count - 1);
  const statistic = (wald * scale) / k;
  return { statistic, df: [k, units], p: units > 0 ? fisherTail(statistic, k, units) : 1 };
}

function rowMeat(q: readonly Float64Array[], scores: Float64Array): Float64Array {
  const k = q.length;
  const meat = new Float64Array(k * k);
  q.forEach((a, i) =>
    q.slice(0, i + 1).forEach((b, j) => {
      let total = 0;
      for (let row = 0; row < scores.length; row++)
        total += (a[row] ?? NaN) * (b[row] ?? NaN) * (scores[row] ?? NaN) ** 2;
      meat[i * k + j] = total;
      meat[j * k + i] = total;
    }),
  );
  return meat;
}

function clusterMeat(q: readonly Float64Array[], residuals: Float64Array, clusters: Clusters): Float64Array {
  const k = q.length;
  const meat = new Float64Array(k * k);
  const { rows, starts } = rowsByCluster(clusters);
  for (let g = 0; g < clusters.count; g++) {
    const members = rows.subarray(starts[g], starts[g + 1]);
    const score = q.map((column) =>
      members.reduce((total, row) => total + (column[row] ?? NaN) * (residuals[row] ?? NaN), 0),
    );
    for (let i = 0; i < k; i++)
      for (let j = 0; j < k; j++) meat[i * k + j] = (meat[i * k + j] ?? NaN) + (score[i] ?? NaN) * (score[j] ?? NaN);
  }
  return meat;
}

/** v' M⁻¹ v; directions in which M vanishes carry no evidence. */
function quadraticInverse(matrix: Float64Array, vector: readonly number[], k: number): number {
  const { values, vectors } = symmetricEigen(matrix, k);
  const largest = values.reduce((a, b) => Math.max(a, b), 0);
  let total = 0;
  for (let e = 0; e < k; e++) {
    const value = values[e] ?? NaN;
    if (value <= 1e-12 * largest) continue;
    const share = vector.reduce((sum, v, i) => sum + v * (vectors[i * k + e] ?? NaN), 0);
    total += (share * share) / value;
  }
  return total;
}
