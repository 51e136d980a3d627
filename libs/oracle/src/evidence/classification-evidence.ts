import { pick, pickCodes, rowsWhere } from '../statistics/sample/rows';
import type { Claim } from '../claim/claim';
import { thresholdOf } from '../claim/claim';
import { clusterContrast } from '../statistics/regression/cluster-error';
import { type Contrast, interval, pValue } from '../statistics/distribution/contrast';
import { studentTail } from '../statistics/distribution/distributions';
import { leastSquares } from '../statistics/regression/least-squares';
import { fisherMidP, jeffreysInterval } from '../statistics/comparison/proportions';
import { rankingP, rankingSkill } from '../statistics/comparison/ranking-skill';
import { welchContrast } from '../statistics/comparison/welch';
import type { ClassificationStudy } from '../study/study';
import type { Evidence, Examined } from './evidence';
import { groupedError, groupedWords, isTooFew, tooFew, UP } from './grouped-error';
import { examineKappa } from './kappa-evidence';

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
    : examineKappa(study, study.predicted, index);
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
  const grouped = groupedError(skill.influence, study, index);
  if (grouped !== null && isTooFew(grouped)) return tooFew(study, grouped);
  const { error, df } = grouped ?? { error: skill.error, df: Infinity };
  const t = (skill.auc - (threshold ?? 0.5)) / error;
  return {
    p: grouped === null && threshold === undefined ? rankingP(skill) : studentTail(t, df),
    statistic: grouped === null ? skill.z : t,
    estimate: {
      value: skill.auc,
      label: `area under the ROC curve for ${study.target}`,
      unit: null,
      interval: interval({ value: skill.auc, error, df }),
      n: index.length,
    },
    direction: UP,
    contrast: null,
    method: grouped === null ? 'Mann-Whitney, DeLong interval' : groupedWords(study, 'DeLong'),
    condition: 1,
  };
}
