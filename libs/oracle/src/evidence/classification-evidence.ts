import { pick, pickCodes, rowsWhere } from '../statistics/rows';
import type { Claim } from '../claim/claim';
import { thresholdOf } from '../claim/claim';
import { clusterContrast } from '../statistics/cluster-error';
import { type Contrast, interval, pValue } from '../statistics/contrast';
import { normalTail } from '../statistics/distributions';
import { leastSquares } from '../statistics/least-squares';
import { fisherMidP, jeffreysInterval } from '../statistics/proportions';
import { rankingP, rankingSkill } from '../statistics/ranking-skill';
import { welchContrast } from '../statistics/welch';
import type { ClassificationStudy } from '../study/study';
import type { Evidence, Examined } from './evidence';

const UP = { sign: 1, from: 'none', words: 'better than chance' } as const;

/** Skill of predictions on the rows flagged in `rows`. */
export function examineClassification(
  study: ClassificationStudy,
  claim: Claim,
  rows: Uint8Array = study.test,
): Examined {
  const index = rowsWhere(rows.length, (i) => rows[i] === 1);
  if (index.length < 10) return { impossible: `${index.length} test rows are too few` };
  const classes = new Set(pickCodes(study.truth, index));
  if (classes.size < 2) return { impossible: `the test rows hold one class of "${study.target}" only` };
  if (study.predicted === null) return scored(study, index, claim);
  return study.labels.length === 2
    ? informed(study, study.predicted, index, claim)
    : agreeing(study, study.predicted, index);
}

/** Binary classes: informedness = true positive rate − false positive rate, the slope of prediction on truth. */
function informed(study: ClassificationStudy, predicted: Int32Array, index: Int32Array, claim: Claim): Evidence {
  const truth = new Float64Array(pickCodes(study.truth, index));
  const said = new Float64Array(pickCodes(predicted, index));
  const contrast = informedness(study, truth, said, index);
  const seen = counts(truth, said);
  const bounds =
    study.clusters === null
      ? jeffreysInterval({ hits: seen.hits1, n: seen.n1 }, { hits: seen.hits2, n: seen.n2 })
      : interval(contrast);
  const threshold = thresholdOf(claim);
  const balanced = { ...contrast, value: (1 + contrast.value) / 2 - (threshold ?? 0.5), error: contrast.error / 2 };
  const exact = study.clusters === null && threshold === undefined;
  return {
    p: exact ? fisherMidP(seen, 1) : pValue(balanced, 1),
    statistic: contrast.value / contrast.error,
    estimate: {
      value: (1 + contrast.value) / 2,
      label: `balanced accuracy for ${study.target}`,
      unit: null,
      interval: { level: 0.95, low: (1 + bounds.low) / 2, high: Math.min(1, (1 + bounds.high) / 2) },
      n: index.length,
    },
    direction: UP,
    contrast,
    method: exact ? 'exact test (mid-p) of predictions against truth' : 'cluster-robust informedness',
    condition: 1,
  };
}

function informedness(
  study: ClassificationStudy,
  truth: Float64Array,
  said: Float64Array,
  index: Int32Array,
): Contrast {
  if (study.clusters === null) return welchContrast(said, truth);
  const fit = leastSquares([new Float64Array(truth.length).fill(1), truth], said);
  const codes = pickCodes(study.clusters.codes, index);
  return clusterContrast(fit, 1, { codes, count: study.clusters.count });
}

function counts(truth: Float64Array, said: Float64Array): { hits1: number; n1: number; hits2: number; n2: number } {
  const result = { hits1: 0, n1: 0, hits2: 0, n2: 0 };
  truth.forEach((actual, i) => {
    if (actual === 1) {
      result.n2++;
      result.hits2 += said[i] ?? NaN;
    } else {
      result.n1++;
      result.hits1 += said[i] ?? NaN;
    }
  });
  return result;
}

/** A score: area under the ROC curve. */
function scored(study: ClassificationStudy, index: Int32Array, claim: Claim): Examined {
  if (study.score === null) return { impossible: 'there is neither a predicted class nor a score' };
  if (study.labels.length !== 2) return { impossible: 'a score ranks two classes; this target has more' };
  const skill = rankingSkill(pick(study.score, index), new Float64Array(pickCodes(study.truth, index)));
  const threshold = thresholdOf(claim);
  const shape = { value: skill.auc, error: skill.error, df: Infinity };
  return {
    p: threshold === undefined ? rankingP(skill) : normalTail((skill.auc - threshold) / skill.error),
    statistic: skill.z,
    estimate: {
      value: skill.auc,
      label: `area under the ROC curve for ${study.target}`,
      unit: null,
      interval: interval(shape),
      n: index.length,
    },
    direction: UP,
    contrast: null,
    method: 'Mann-Whitney, DeLong interval',
    condition: 1,
  };
}

/** Several classes: Cohen's κ against zero with the variance of independent predictions (Fleiss, Cohen & Everitt 1969). */
function agreeing(study: ClassificationStudy, predicted: Int32Array, index: Int32Array): Examined {
  const k = study.labels.length;
  const n = index.length;
  const rows = new Float64Array(k);
  const columns = new Float64Array(k);
  let agreed = 0;
  for (const i of index) {
    const actual = study.truth[i] ?? 0;
    const said = predicted[i] ?? 0;
    rows[actual] = (rows[actual] ?? NaN) + 1 / n;
    columns[said] = (columns[said] ?? NaN) + 1 / n;
    if (actual === said) agreed += 1 / n;
  }
  const expected = rows.reduce((total, share, c) => total + share * (columns[c] ?? NaN), 0);
  const third = rows.reduce(
    (total, share, c) => total + share * (columns[c] ?? NaN) * (share + (columns[c] ?? NaN)),
    0,
  );
  const kappa = (agreed - expected) / (1 - expected);
  const nullError = Math.sqrt((expected + expected ** 2 - third) / n) / (1 - expected);
  const error = Math.sqrt((agreed * (1 - agreed)) / n) / (1 - expected);
  if (nullError === 0) return { impossible: 'all predictions are the same class: nothing beyond the majority rate' };
  return {
    p: normalTail(kappa / nullError),
    statistic: kappa / nullError,
    estimate: {
      value: kappa,
      label: `Cohen's kappa for ${study.target}`,
      unit: null,
      interval: interval({ value: kappa, error, df: Infinity }),
      n,
    },
    direction: UP,
    contrast: null,
    method: "Cohen's kappa",
    condition: 1,
  };
}
