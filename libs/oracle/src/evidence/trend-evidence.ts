import { agreeing } from './agreeing-interval';
import type { Claim } from '../claim/claim';
import { directionOf } from '../claim/direction';
import { type SerialError, serialError } from '../statistics/time-series/autoregression';
import { type Contrast, interval, pValue, statisticOf } from '../statistics/distribution/contrast';
import {
  classicalError,
  coefficientWeights,
  type LeastSquares,
  leastSquares,
} from '../statistics/regression/least-squares';
import { moments } from '../statistics/sample/moments';
import type { TrendStudy } from '../study/study';
import type { Examined } from './evidence';
import { seasonsOf } from './trend-seasons';

/** A season of the calendar that is adjusted for: it came round about twice, and the series clearly follows it. */
const CLEAR_SEASON = { rounds: 1.9, level: 0.0001 };
/** Points below which autocorrelation and slope cannot be told apart. */
const MIN_POINTS = 10;

export interface TrendFit {
  readonly fit: LeastSquares;
  /** A constant, the line, and the seasons adjusted for. */
  readonly columns: readonly Float64Array[];
  /** Seasons that the series clearly follows are adjusted for. */
  readonly isSeasonal: boolean;
  readonly contrast: Contrast;
  readonly serial: SerialError;
  /** t of a fit that takes the points as independent. */
  readonly naive: number;
}

/** Fits already made: several gates ask for the same one, and studies never change. */
const fits = new WeakMap<TrendStudy, TrendFit>();

export function fitTrend(study: TrendStudy): TrendFit {
  const known = fits.get(study) ?? makeFit(study);
  fits.set(study, known);
  return known;
}

function makeFit(study: TrendStudy): TrendFit {
  const centre = moments(study.time).mean;
  const line = [new Float64Array(study.n).fill(1), study.time.map((time) => time - centre)];
  const waves = study.n < MIN_POINTS ? [] : seasonsOf(study, line, CLEAR_SEASON);
  const columns = [...line, ...waves];
  const fit = leastSquares(columns, study.y);
  const serial = serialError(fit, coefficientWeights(fit, 1));
  const value = fit.coefficients[1] ?? NaN;
  const influence = coefficientWeights(fit, 1).map((weight, i) => weight * (fit.residuals[i] ?? NaN));
  return {
    fit,
    columns,
    isSeasonal: waves.length > 0,
    serial,
    naive: value / classicalError(fit, 1),
    contrast: { value, error: serial.error, df: serial.df, n: study.n, clusters: null, method: 'ar1', influence },
  };
}

export function examineTrend(study: TrendStudy, claim: Claim): Examined {
  if (study.n < MIN_POINTS)
    return { impossible: `${study.n} points in time are too few for a trend (${MIN_POINTS} are needed)` };
  const { contrast, serial, isSeasonal } = fitTrend(study);
  const direction = directionOf(claim, null);
  return {
    p: pValue(contrast, direction.sign),
    statistic: statisticOf(contrast),
    estimate: {
      value: contrast.value,
      label: `${study.outcome} per ${study.isDated ? 'day' : 'unit'} of ${study.timeName}`,
      unit: study.isDated ? 'per day' : null,
      interval: agreeing(
        interval({ value: contrast.value, error: serial.intervalError, df: serial.intervalDf }),
        0,
        pValue(contrast),
      ),
      n: study.n,
    },
    direction,
    contrast,
    method: `slope corrected for autocorrelation ${serial.rho.toFixed(2)} over ${study.n} points${isSeasonal ? ', adjusted for seasons' : ''}`,
    condition: 1,
  };
}
