import type { Contrast } from '../distribution/contrast';
import { type LeastSquares, positionOf } from './least-squares';
import { inverseRow } from './orthogonal-basis';
import { inverseRootOfComplement } from './symmetric-power';

/** Which cluster each row belongs to, as codes 0 … count − 1. */
export interface Clusters {
  readonly codes: Int32Array;
  readonly count: number;
}

/** Row numbers grouped by cluster: rows of cluster g are `rows[starts[g]] … rows[starts[g + 1] − 1]`. */
export function rowsByCluster({ codes, count }: Clusters): { rows: Int32Array; starts: Int32Array } {
  const starts = new Int32Array(count + 1);
  for (const code of codes) starts[code + 1] = (starts[code + 1] ?? 0) + 1;
  for (let g = 0; g < count; g++) starts[g + 1] = (starts[g + 1] ?? 0) + (starts[g] ?? 0);
  const next = Int32Array.from(starts);
  const rows = new Int32Array(codes.length);
  codes.forEach((code, row) => {
    const place = next[code] ?? 0;
    rows[place] = row;
    next[code] = place + 1;
  });
  return { rows, starts };
}

/**
 * CR2 ("bias-reduced linearisation") for one coefficient with the Satterthwaite degrees of freedom under equal
 * independent errors: honest with few and with unequal clusters.
 * Sources: Bell & McCaffrey, Survey Methodology 28 (2002); Pustejovsky & Tipton, JBES 36 (2018).
 *
 * With X = QR and S = Q_g'Q_g, the adjusted score of cluster g is (I − S)^(−1/2) Q_g'e_g, so nothing larger than
 * k × k is ever decomposed.
 */
export function clusterContrast(fit: LeastSquares, index: number, clusters: Clusters): Contrast {
  const position = positionOf(fit, index);
  const k = fit.basis.q.length;
  const influence = new Float64Array(fit.n);
  const shell = {
    value: fit.coefficients[index] ?? NaN,
    n: fit.n,
    clusters: clusters.count,
    method: 'cr2' as const,
    influence,
  };
  if (position < 0) return { ...shell, error: NaN, df: NaN };
  const row = inverseRow(fit.basis.r, position);
  const groups = rowsByCluster(clusters);
  const satterthwaite = new SatterthwaiteDf(k);
  let variance = 0;
  for (let g = 0; g < clusters.count; g++) {
    const members = groups.rows.subarray(groups.starts[g], groups.starts[g + 1]);
    const { gram, score } = scoreOf(fit, members, k);
    const direction = multiply(inverseRootOfComplement(gram, k), row, k);
    const moved = inner(direction, score);
    variance += moved * moved;
    satterthwaite.add(direction, gram);
    spread(fit, members, direction, influence, k);
  }
  return { ...shell, error: Math.sqrt(variance), df: satterthwaite.value() };
}

/** Gram matrix Q_g'Q_g and score Q_g'e_g of one cluster. */
export function scoreOf(
  fit: LeastSquares,
  members: Int32Array,
  k: number,
): { gram: Float64Array; score: Float64Array } {
  const gram = new Float64Array(k * k);
  const score = new Float64Array(k);
  fit.basis.q.forEach((a, i) => {
    for (const member of members) score[i] = (score[i] ?? NaN) + (a[member] ?? NaN) * (fit.residuals[member] ?? NaN);
    for (let j = 0; j <= i; j++) {
      const b = fit.basis.q[j];
      if (b === undefined) continue;
      let total = 0;
      for (const member of members) total += (a[member] ?? NaN) * (b[member] ?? NaN);
      gram[i * k + j] = total;
      gram[j * k + i] = total;
    }
  });
  return { gram, score };
}

/** Shares the cluster's move of the estimate among its rows, so that row influences add up to the cluster's. */
function spread(
  fit: LeastSquares,
  members: Int32Array,
  direction: Float64Array,
  influence: Float64Array,
  k: number,
): void {
  for (const member of members) {
    let weight = 0;
    for (let j = 0; j < k; j++) weight += (direction[j] ?? NaN) * (fit.basis.q[j]?.[member] ?? NaN);
    influence[member] = weight * (fit.residuals[member] ?? NaN);
  }
}

/** A k × k matrix (row-major) times a vector. */
export function multiply(matrix: Float64Array, vector: Float64Array, k: number): Float64Array {
  const result = new Float64Array(k);
  for (let i = 0; i < k; i++) {
    let total = 0;
    for (let j = 0; j < k; j++) total += (matrix[i * k + j] ?? NaN) * (vector[j] ?? NaN);
    result[i] = total;
  }
  return result;
}

function inner(a: Float64Array, b: Float64Array): number {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += (a[i] ?? NaN) * (b[i] ?? NaN);
  return total;
}

/** 2·E[V]² / Var[V] of the CR2 variance under equal independent errors, accumulated cluster by cluster. */
class SatterthwaiteDf {
  private trace = 0;
  private squares = 0;
  private readonly cross: Float64Array;

  constructor(private readonly k: number) {
    this.cross = new Float64Array(k * k);
  }

  add(direction: Float64Array, gram: Float64Array): void {
    const t = multiply(gram, direction, this.k);
    const own = inner(direction, t);
    const shared = inner(t, t);
    this.trace += own - shared;
    this.squares += own * own - 2 * own * shared;
    for (let i = 0; i < this.k; i++) {
      for (let j = 0; j < this.k; j++) {
        this.cross[i * this.k + j] = (this.cross[i * this.k + j] ?? NaN) + (t[i] ?? NaN) * (t[j] ?? NaN);
      }
    }
  }

  value(): number {
    const denominator = this.squares + inner(this.cross, this.cross);
    return denominator > 0 ? (this.trace * this.trace) / denominator : NaN;
  }
}
