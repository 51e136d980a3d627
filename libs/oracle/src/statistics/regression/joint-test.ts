import { fisherTail } from '../distribution/distributions';
import { type Clusters, multiply, rowsByCluster, scoreOf } from './cluster-error';
import type { LeastSquares } from './least-squares';
import { inverseRootOfComplement, symmetricEigen } from './symmetric-power';

export interface JointTest {
  readonly statistic: number;
  readonly df: readonly [number, number];
  readonly p: number;
}

/**
 * Robust Wald test that all columns but the first, the intercept, have no coefficient: HC3 scores, or those of whole
 * clusters (CR3, with Hotelling's T² reference over clusters). In the orthonormal basis the coefficients are Q'y itself.
 */
export function jointTest(fit: LeastSquares, y: Float64Array, clusters: Clusters | null): JointTest {
  const q = fit.basis.q.filter((_, position) => (fit.basis.kept[position] ?? 0) >= 1);
  const k = q.length;
  const coordinates = q.map((column) => column.reduce((total, value, i) => total + value * (y[i] ?? NaN), 0));
  const scores = fit.residuals.map((residual, i) => residual / Math.max(1e-9, 1 - (fit.leverage[i] ?? NaN)));
  const meat = clusters === null ? rowMeat(q, scores) : clusterMeat(fit, clusters);
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

/** Σ of the clusters' adjusted scores, (I − Q_g'Q_g)⁻¹ Q_g'e_g, each with itself; the intercept's part is left out. */
function clusterMeat(fit: LeastSquares, clusters: Clusters): Float64Array {
  const all = fit.basis.q.length;
  const tested = fit.basis.kept.flatMap((column, position) => (column >= 1 ? [position] : []));
  const k = tested.length;
  const meat = new Float64Array(k * k);
  const groups = rowsByCluster(clusters);
  for (let g = 0; g < clusters.count; g++) {
    const { gram, score } = scoreOf(fit, groups.rows.subarray(groups.starts[g], groups.starts[g + 1]), all);
    const root = inverseRootOfComplement(gram, all);
    const adjusted = multiply(root, multiply(root, score, all), all);
    tested.forEach((a, i) =>
      tested.forEach((b, j) => {
        meat[i * k + j] = (meat[i * k + j] ?? NaN) + (adjusted[a] ?? NaN) * (adjusted[b] ?? NaN);
      }),
    );
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
