import type { Contrast } from '../distribution/contrast';
import { coefficientWeights, type LeastSquares } from './least-squares';

/** A row with leverage this close to 1 is fitted by a parameter of its own and says nothing about its error. */
const SATURATED = 1 - 1e-9;

/**
 * HC3 for one coefficient: residuals divided by (1 − leverage), the jackknife's variance to first order; valid under
 * unequal variances. Reference t with the residual degrees of freedom.
 * Source: MacKinnon & White, J. Econometrics 29 (1985).
 *
 * A coefficient that hangs on a saturated row has no error to estimate: it is infinite.
 */
export function robustContrast(fit: LeastSquares, index: number): Contrast {
  const weights = coefficientWeights(fit, index);
  const influence = new Float64Array(fit.n);
  let largest = 0;
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight));
  let variance = 0;
  for (let i = 0; i < fit.n; i++) {
    const weight = weights[i] ?? NaN;
    const leverage = fit.leverage[i] ?? NaN;
    if (leverage > SATURATED) {
      if (Math.abs(weight) > 1e-9 * largest) variance = Infinity;
      continue;
    }
    const moved = (weight * (fit.residuals[i] ?? NaN)) / (1 - leverage);
    influence[i] = moved;
    variance += moved * moved;
  }
  return {
    value: fit.coefficients[index] ?? NaN,
    error: Math.sqrt(variance),
    df: fit.residualDf,
    n: fit.n,
    clusters: null,
    method: 'hc3',
    influence,
  };
}
