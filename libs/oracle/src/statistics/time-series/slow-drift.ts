import { studentTail, studentTwoSided } from '../distribution/distributions';
import { classicalError, leastSquares, type LeastSquares } from '../regression/least-squares';

/** Memories tried, from none to a random walk, and shares of the variance that drifts rather than being noise. */
const MEMORIES = [0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.995, 1];
const SHARES = [0.02, 0.1, 0.3, 0.6, 1];
/** A random walk has no variance of its own: its steps are those of this memory, its start is free. */
const WALK = { stepsOf: 0.995, start: 1e6 };
/** Variance of a drift's first value over that of its later ones: a series may start away from where it settles. */
const START = 4;
/** Drifts whose log-likelihood is less than this below the best one's are not excluded by the data (86% for two parameters). */
const NOT_EXCLUDED = 2;

/** What a coefficient is worth under the drift that is worst for it. */
export interface WorstDrift {
  /** Log-likelihood of the best drift above that of independent errors. */
  readonly lead: number;
  readonly p: number;
  /** From one point to the next; 1 is a random walk. */
  readonly memory: number;
  /** Of the variance, how much drifts. */
  readonly share: number;
}

/**
 * p of a coefficient when errors are a slow autoregression under white noise, the largest over all such errors that the
 * series does not exclude (restricted likelihood). An estimated memory understates a drift that noise hides, and a single
 * series hardly tells the two apart, so nothing is estimated. `sign` is that of the claim, 0 for either; an estimate
 * that leaves the side it was on counts as nothing.
 */
export function worstUnderDrift(
  columns: readonly Float64Array[],
  index: number,
  y: Float64Array,
  sign: -1 | 0 | 1,
): WorstDrift {
  const side = Math.sign(leastSquares(columns, y).coefficients[index] ?? NaN);
  const tried = MEMORIES.flatMap((memory) =>
    (memory === 0 ? [1] : SHARES).map((share) => ({ memory, share, ...fitUnder(columns, y, memory, share) })),
  );
  const best = tried.reduce((most, { likelihood }) => Math.max(most, likelihood), -Infinity);
  const white = tried.find(({ memory }) => memory === 0)?.likelihood ?? -Infinity;
  const lead = best - white;
  return tried
    .filter(({ likelihood }) => likelihood >= best - NOT_EXCLUDED)
    .map(({ memory, share, fit }) => ({ memory, share, lead, p: pOf(fit, index, side, sign) }))
    .reduce((worst, it) => (it.p > worst.p ? it : worst), { lead, p: 0, memory: 0, share: 0 });
}

function pOf(fit: LeastSquares, index: number, side: number, sign: -1 | 0 | 1): number {
  const t = (fit.coefficients[index] ?? NaN) / classicalError(fit, index);
  if (!(t * side > 0)) return 1;
  return sign === 0 ? studentTwoSided(t, fit.residualDf) : studentTail(sign * t, fit.residualDf);
}

/** Generalised least squares by the Kalman filter: every column less its forecast, over the forecast's error. */
function fitUnder(
  columns: readonly Float64Array[],
  y: Float64Array,
  memory: number,
  share: number,
): { fit: LeastSquares; likelihood: number } {
  const n = y.length;
  const [noise, steps] = variances(memory, share);
  const weights = new Float64Array(n);
  const gains = new Float64Array(n);
  let uncertain = memory < 1 ? (START * steps) / (1 - memory ** 2) : WALK.start * steps;
  let logs = 0;
  let [variance, weight, log] = [NaN, NaN, NaN];
  for (let i = 0; i < n; i++) {
    // The uncertainty settles after some points: from there on nothing is computed anew.
    if (uncertain + noise !== variance) {
      variance = uncertain + noise;
      weight = 1 / Math.sqrt(variance);
      log = Math.log(variance);
    }
    const gain = uncertain / variance;
    weights[i] = weight;
    gains[i] = gain;
    logs += log;
    uncertain = memory ** 2 * (uncertain - gain * uncertain) + steps;
  }
  const filtered = (column: Float64Array): Float64Array => filter(column, memory, gains, weights);
  const fit = leastSquares(columns.map(filtered), filtered(y));
  for (const [j, column] of fit.basis.r.entries()) logs += 2 * Math.log(Math.abs(column[j] ?? NaN));
  const likelihood = -0.5 * (fit.residualDf * Math.log(fit.residualSquares / fit.residualDf) + logs);
  return { fit, likelihood };
}

/** Of the noise, and of each step of the drift. */
function variances(memory: number, share: number): readonly [number, number] {
  const held = Math.min(memory, WALK.stepsOf);
  return share === 1 ? [0, 1] : [1, (share / (1 - share)) * (1 - held ** 2)];
}

function filter(column: Float64Array, memory: number, gains: Float64Array, weights: Float64Array): Float64Array {
  const result = new Float64Array(column.length);
  let forecast = 0;
  for (let i = 0; i < column.length; i++) {
    const surprise = (column[i] ?? NaN) - forecast;
    result[i] = surprise * (weights[i] ?? NaN);
    forecast = memory * (forecast + (gains[i] ?? NaN) * surprise);
  }
  return result;
}
