import { pick, rowsWhere } from '../statistics/sample/rows';
import { positiveAutocorrelation, whiten } from '../statistics/time-series/autoregression';
import { interval, type Interval, pValue } from '../statistics/distribution/contrast';
import { normalQuantile } from '../statistics/distribution/distributions';
import { hashedFolds } from '../statistics/comparison/hashed-folds';
import { leastSquares } from '../statistics/regression/least-squares';
import { moments } from '../statistics/sample/moments';
import { rankingP, rankingSkill } from '../statistics/comparison/ranking-skill';
import { robustContrast } from '../statistics/regression/robust-error';
import type { PredictionStudy } from '../study/study';

const FOLDS = 5;

/** How well rows are predicted that the fit has not seen. */
export interface HeldOutSkill {
  /** Area under the ROC curve for a yes/no target, else the correlation of prediction and truth. */
  readonly value: number;
  readonly chance: number;
  readonly interval: Interval;
  /** One-sided p of "better than chance" over the held-out rows. */
  readonly p: number;
  readonly n: number;
  readonly how: string;
}

/** Skill on the declared test rows (or those of them that are `judged`), on the last 30 % of a series, or over hashed folds. */
export function heldOutSkill(study: PredictionStudy, seed: string, judged = study.test): HeldOutSkill {
  const columns = study.features.map((feature) => feature.values);
  if (study.test !== null) {
    const test = study.test;
    return skillOf(
      study,
      predictions(study, columns, (i) => test[i] === 0),
      (i) => judged?.[i] === 1,
      'the declared test rows',
    );
  }
  if (study.series !== null) {
    const from = Math.floor(0.7 * study.n);
    return skillOf(
      study,
      predictions(study, columns, (i) => i < from),
      (i) => i >= from,
      'the last 30% of the time',
    );
  }
  const folds = hashedFolds(columns, study.clusters, FOLDS, seed);
  const predicted = new Float64Array(study.n);
  for (let fold = 0; fold < FOLDS; fold++) {
    const out = predictions(study, columns, (i) => folds[i] !== fold);
    folds.forEach((own, i) => {
      if (own === fold) predicted[i] = out[i] ?? NaN;
    });
  }
  return skillOf(study, predicted, () => true, `${FOLDS} hashed folds`);
}

/** Linear predictions for all rows from a fit on the training rows. */
function predictions(
  study: PredictionStudy,
  columns: readonly Float64Array[],
  train: (row: number) => boolean,
): Float64Array {
  const rows = rowsWhere(study.n, train);
  const fit = leastSquares(
    [new Float64Array(rows.length).fill(1), ...columns.map((column) => pick(column, rows))],
    pick(study.y, rows),
  );
  const predicted = new Float64Array(study.n).fill(fit.coefficients[0] ?? NaN);
  columns.forEach((column, j) => {
    const slope = fit.coefficients[j + 1] ?? NaN;
    if (Number.isNaN(slope)) return;
    for (let i = 0; i < study.n; i++) predicted[i] = (predicted[i] ?? NaN) + slope * (column[i] ?? NaN);
  });
  return predicted;
}

function skillOf(
  study: PredictionStudy,
  predicted: Float64Array,
  judged: (row: number) => boolean,
  how: string,
): HeldOutSkill {
  const rows = rowsWhere(study.n, judged);
  const said = pick(predicted, rows);
  const truth = pick(study.y, rows);
  if (study.binary && study.series === null) {
    const skill = rankingSkill(said, truth);
    const bounds = interval({ value: skill.auc, error: skill.error, df: Infinity });
    return {
      value: skill.auc,
      chance: 0.5,
      interval: { ...bounds, high: Math.min(1, bounds.high) },
      p: rankingP(skill),
      n: rows.length,
      how,
    };
  }
  const value = correlation(said, truth);
  return {
    value,
    chance: 0,
    interval: fisherInterval(value, rows.length),
    p: slopeP(said, truth, study.series !== null),
    n: rows.length,
    how,
  };
}

export function correlation(a: Float64Array, b: Float64Array): number {
  const [first, second] = [moments(a), moments(b)];
  let cross = 0;
  a.forEach((value, i) => {
    cross += (value - first.mean) * ((b[i] ?? NaN) - second.mean);
  });
  const scale = Math.sqrt(first.squares * second.squares);
  return scale > 0 ? cross / scale : 0;
}

function fisherInterval(r: number, n: number): Interval {
  const z = Math.atanh(Math.min(1 - 1e-15, Math.max(-1 + 1e-15, r)));
  const reach = normalQuantile(0.025) / Math.sqrt(Math.max(1, n - 3));
  return { level: 0.95, low: Math.tanh(z - reach), high: Math.tanh(z + reach) };
}

function slopeP(said: Float64Array, truth: Float64Array, serial: boolean): number {
  const ones = new Float64Array(said.length).fill(1);
  const rho = serial ? positiveAutocorrelation(leastSquares([ones], truth)) : 0;
  const columns = serial ? [ones, said].map((column) => whiten(column, rho)) : [ones, said];
  const contrast = robustContrast(leastSquares(columns, serial ? whiten(truth, rho) : truth), 1);
  return Number.isNaN(contrast.value) ? 1 : pValue(contrast, 1);
}
