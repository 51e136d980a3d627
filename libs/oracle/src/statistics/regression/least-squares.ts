import { dot } from '../sample/compensated-sum';
import { backSubstitute, inverseRow, type OrthogonalBasis, orthogonalBasis, project } from './orthogonal-basis';

/** A fitted linear model. Coefficients stand in the order of the columns given; an aliased column's is NaN. */
export interface LeastSquares {
  readonly n: number;
  readonly basis: OrthogonalBasis;
  readonly coefficients: Float64Array;
  readonly residuals: Float64Array;
  /** Diagonal of the hat matrix. */
  readonly leverage: Float64Array;
  readonly residualSquares: number;
  readonly residualDf: number;
}

/** Ordinary least squares by orthogonalisation. Give the constant as a column of ones. */
export function leastSquares(columns: readonly Float64Array[], y: Float64Array): LeastSquares {
  return fitOn(orthogonalBasis(columns, y.length), y, columns.length);
}

/** Least squares on the first columns of a fit alone: orthogonal columns do not depend on those after them. */
export function fitOnFirst({ basis }: LeastSquares, width: number, y: Float64Array): LeastSquares {
  const count = basis.kept.filter((index) => index < width).length;
  const first = {
    ...basis,
    q: basis.q.slice(0, count),
    r: basis.r.slice(0, count),
    kept: basis.kept.slice(0, count),
    aliased: basis.aliased.filter((index) => index < width),
  };
  return fitOn(first, y, width);
}

/** Least squares of another outcome on a basis already computed. */
function fitOn(basis: OrthogonalBasis, y: Float64Array, width: number = basis.kept.length): LeastSquares {
  const residuals = y.slice();
  const shares = new Float64Array(basis.q.length);
  for (let pass = 0; pass < 2; pass++) project(residuals, basis.q, shares);
  const solved = backSubstitute(basis, shares);
  const coefficients = new Float64Array(width).fill(NaN);
  basis.kept.forEach((column, position) => {
    coefficients[column] = solved[position] ?? NaN;
  });
  return {
    n: y.length,
    basis,
    coefficients,
    residuals,
    leverage: leverageOf(basis),
    residualSquares: dot(residuals, residuals),
    residualDf: y.length - basis.q.length,
  };
}

function leverageOf(basis: OrthogonalBasis): Float64Array {
  const leverage = new Float64Array(basis.n);
  for (const column of basis.q) {
    for (let i = 0; i < basis.n; i++) leverage[i] = (leverage[i] ?? NaN) + (column[i] ?? NaN) ** 2;
  }
  return leverage;
}

/** Where column `index` ended up in the basis, or −1 when it was aliased. */
export function positionOf(fit: LeastSquares, index: number): number {
  return fit.basis.kept.indexOf(index);
}

/**
 * Weights w with coefficient = Σ w[i]·y[i]: the part of the column outside the others, divided by its squared length.
 * Every standard error of that coefficient is a quadratic form in them.
 */
export function coefficientWeights(fit: LeastSquares, index: number): Float64Array {
  const weights = new Float64Array(fit.n);
  const position = positionOf(fit, index);
  if (position < 0) return weights.fill(NaN);
  inverseRow(fit.basis.r, position).forEach((value, l) => {
    const column = fit.basis.q[l];
    if (column === undefined || value === 0) return;
    for (let i = 0; i < fit.n; i++) weights[i] = (weights[i] ?? NaN) + value * (column[i] ?? NaN);
  });
  return weights;
}

/** The textbook standard error (equal variances), for reference data and for showing what a naive analysis says. */
export function classicalError(fit: LeastSquares, index: number): number {
  const position = positionOf(fit, index);
  if (position < 0 || fit.residualDf <= 0) return NaN;
  const row = inverseRow(fit.basis.r, position);
  return Math.sqrt((fit.residualSquares / fit.residualDf) * dot(row, row));
}
