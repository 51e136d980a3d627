import { leastSquares } from '../../statistics/regression/least-squares';
import { cross, type Factor } from '../variable/factor';

/**
 * z of the pairs of rows that share a value: Σ over values of (Σu)² − Σu², over its standard deviation when rows are
 * independent. It finds what a cluster-robust error would add, whatever the variances. Rows that already count as one
 * (`apart`) add nothing.
 */
export function sharedScores(scores: Float64Array, values: Factor, apart: Factor | null): number {
  const units = apart === null ? null : cross(values, apart);
  const unit = units === null ? scores : sums(scores, units);
  const owner = units === null ? values.codes : ownersOf(values, units);
  const total = new Float64Array(values.count);
  const squares = new Float64Array(values.count);
  const fourths = new Float64Array(values.count);
  unit.forEach((u, i) => {
    const at = owner[i] ?? 0;
    total[at] = (total[at] ?? NaN) + u;
    squares[at] = (squares[at] ?? NaN) + u * u;
    fourths[at] = (fourths[at] ?? NaN) + u ** 4;
  });
  let pairs = 0;
  let variance = 0;
  for (let at = 0; at < values.count; at++) {
    pairs += (total[at] ?? NaN) ** 2 - (squares[at] ?? NaN);
    variance += 2 * ((squares[at] ?? NaN) ** 2 - (fourths[at] ?? NaN));
  }
  return variance > 0 ? pairs / Math.sqrt(variance) : 0;
}

/** Scores added up by unit. */
export function sums(scores: Float64Array, { codes, count }: Factor): Float64Array {
  const result = new Float64Array(count);
  scores.forEach((score, i) => {
    const at = codes[i] ?? 0;
    result[at] = (result[at] ?? NaN) + score;
  });
  return result;
}

/** The value that each unit belongs to. */
export function ownersOf(values: Factor, units: Factor): Int32Array {
  const owners = new Int32Array(units.count);
  units.codes.forEach((unit, i) => {
    owners[unit] = values.codes[i] ?? 0;
  });
  return owners;
}

/** z of neighbours in an order going together: Σ uᵢuᵢ₊₁ over its standard deviation under independence. */
export function neighbouringScores(scores: Float64Array): number {
  let product = 0;
  let variance = 0;
  for (let i = 1; i < scores.length; i++) {
    const both = (scores[i] ?? NaN) * (scores[i - 1] ?? NaN);
    product += both;
    variance += both * both;
  }
  return variance > 0 ? product / Math.sqrt(variance) : 0;
}

/** Scores without a smooth dependence on a measured column: a measure explains by its size, an identifier does not. */
export function withoutCurve(scores: Float64Array, measure: Float64Array): Float64Array {
  const low = measure.reduce((a, b) => Math.min(a, b), Infinity);
  const high = measure.reduce((a, b) => Math.max(a, b), -Infinity);
  const at = measure.map((value) => (high > low ? (2 * (value - low)) / (high - low) - 1 : 0));
  return leastSquares([new Float64Array(scores.length).fill(1), at, at.map((value) => value * value)], scores)
    .residuals;
}
