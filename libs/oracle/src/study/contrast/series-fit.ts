import { positiveAutocorrelation, serialError, whiten } from '../../statistics/time-series/autoregression';
import { coefficientWeights, leastSquares } from '../../statistics/regression/least-squares';
import { autoregressionOf, longRunFactor, whitenBy } from '../../statistics/time-series/long-memory';
import { robustContrast } from '../../statistics/regression/robust-error';
import { numbers } from '../../statistics/sample/rows';
import { seasonalColumns } from '../../statistics/time-series/seasonality';
import type { ContrastFit } from './fitted-contrast';
import { withinParts } from '../variable/factor';
import type { Adjusters, ContrastStudy } from '../study';

/** An x that switches no more often than this is an intervention in time, not a series of its own. */
const MAX_SWITCHES = 3;

/** The contrast of rows that are one series in time. */
export function fitSeries(study: ContrastStudy, adjusters: Adjusters): ContrastFit {
  const { columns, index, y } = stepDesign(study, adjusters);
  if (isStep(study.x)) return stepFit(columns, index, y);
  return whitenedFit(columns.slice(0, index), columns[index] ?? study.x, y);
}

/** The series' columns: a constant, a straight line, what is held fixed, and x, whose place is `index`. */
export function stepDesign(
  study: ContrastStudy,
  adjusters: Adjusters,
): { readonly columns: readonly Float64Array[]; readonly index: number; readonly y: Float64Array } {
  const within = (column: Float64Array): Float64Array =>
    adjusters.cells === null ? column : withinParts(column, adjusters.cells);
  const { n } = study;
  const line = numbers(n, (i) => i - (n - 1) / 2);
  const others = [new Float64Array(n).fill(1), line, ...adjusters.numeric.map((column) => within(column.values))];
  return { columns: [...others, within(study.x)], index: others.length, y: within(study.y) };
}

/** x switches so seldom that it is an intervention, and the series of the outcome alone carries the estimate. */
export function isStep(x: Float64Array): boolean {
  return switches(x) <= MAX_SWITCHES;
}

function switches(x: Float64Array): number {
  let count = 0;
  for (let i = 1; i < x.length; i++) if (x[i] !== x[i - 1]) count++;
  return count;
}

/**
 * Two series. Both sides are quasi-differenced with the outcome's own autocorrelation, estimated as if x did nothing;
 * a straight line and the outcome's seasons are held fixed. If either series is white, chance alone does not make them
 * move together (random walks end up in first differences, Granger & Newbold 1974). Memory that is left over in their
 * product widens the error.
 */
function whitenedFit(others: readonly Float64Array[], x: Float64Array, y: Float64Array): ContrastFit {
  const fixed = [...others, ...seasonalColumns(others, y)];
  const alone = leastSquares(fixed, y);
  const rho = positiveAutocorrelation(alone);
  const phi = autoregressionOf(alone.residuals);
  const white = (column: Float64Array): Float64Array => (phi.length < 2 ? whiten(column, rho) : whitenBy(column, phi));
  const fit = leastSquares([...fixed, x].map(white), white(y));
  const contrast = robustContrast(fit, fixed.length);
  const error = contrast.error * longRunFactor(contrast.influence);
  return { contrast: { ...contrast, error, method: 'whitened-hc3' }, fit, condition: fit.basis.condition, serial: rho };
}

/** Before and after: a low-frequency x, for which only an honest long-run error helps. */
function stepFit(columns: readonly Float64Array[], index: number, y: Float64Array): ContrastFit {
  const fit = leastSquares(columns, y);
  const weights = coefficientWeights(fit, index);
  const { error, df, rho } = serialError(fit, weights);
  return {
    contrast: {
      value: fit.coefficients[index] ?? NaN,
      error,
      df,
      n: y.length,
      clusters: null,
      method: 'ar1',
      influence: weights.map((weight, i) => weight * (fit.residuals[i] ?? NaN)),
    },
    fit,
    condition: fit.basis.condition,
    serial: rho,
  };
}
