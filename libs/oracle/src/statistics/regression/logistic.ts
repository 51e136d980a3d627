import { dot } from '../sample/compensated-sum';
import { leastSquares } from './least-squares';

const MAX_STEPS = 25;
/** Probabilities nearer to 0 or 1 than this say that the classes separate. */
const EDGE = 1e-6;

/**
 * Fitted probabilities of a yes/no outcome by logistic regression (iteratively reweighted least squares), or null when
 * it does not settle: the columns separate the classes.
 */
export function logisticProbabilities(columns: readonly Float64Array[], y: Float64Array): Float64Array | null {
  const n = y.length;
  const share = y.reduce((total, value) => total + value, 0) / n;
  let linear = new Float64Array(n).fill(Math.log(share / (1 - share)));
  for (let step = 0; step < MAX_STEPS; step++) {
    const fitted = linear.map(logistic);
    const weights = fitted.map((p) => Math.sqrt(Math.max(EDGE, p * (1 - p))));
    const working = linear.map(
      (value, i) => (value + ((y[i] ?? NaN) - (fitted[i] ?? NaN)) / (weights[i] ?? NaN) ** 2) * (weights[i] ?? NaN),
    );
    const weighted = columns.map((column) => column.map((value, i) => value * (weights[i] ?? NaN)));
    const fit = leastSquares(weighted, working);
    const next = new Float64Array(n);
    columns.forEach((column, j) => {
      const slope = fit.coefficients[j] ?? NaN;
      if (Number.isNaN(slope)) return;
      for (let i = 0; i < n; i++) next[i] = (next[i] ?? NaN) + slope * (column[i] ?? NaN);
    });
    const change = next.map((value, i) => value - (linear[i] ?? NaN));
    linear = next;
    if (linear.some((value) => Math.abs(value) > 30)) return null;
    if (Math.sqrt(dot(change, change) / n) < 1e-8) return linear.map(logistic);
  }
  return null;
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
