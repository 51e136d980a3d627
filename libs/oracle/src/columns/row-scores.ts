import { mean } from '../statistics/sample/compensated-sum';
import { leastSquares } from '../statistics/regression/least-squares';
import { numbers } from '../statistics/sample/rows';
import { logRankScores } from '../statistics/comparison/log-rank-scores';
import { splitByGroup } from '../statistics/comparison/variance-analysis';
import { contrastOf, modelOf } from '../study/contrast/contrast-fit';
import type { ClassificationStudy, ContrastStudy, GroupsStudy, PredictionStudy, Study } from '../study/study';

/**
 * What each row moves the claim's estimate by, as if rows were independent. If these scores go together within a column's
 * values, or along its order, the rows are not independent evidence. Null for a study without rows of its own.
 */
export function rowScores(study: Study): Float64Array | null {
  if (!known.has(study)) known.set(study, scoresOf(study));
  return known.get(study) ?? null;
}

/** Scores already made: several gates ask for the same ones, and studies never change. */
const known = new WeakMap<Study, Float64Array | null>();

function scoresOf(study: Study): Float64Array | null {
  switch (study.shape) {
    case 'contrast':
      return contrastScores(study);
    case 'mean':
      return centred(study.y);
    case 'groups':
      return groupScores(study);
    case 'prediction':
      return predictionScores(study);
    case 'classification':
      return classificationScores(study);
    case 'survival':
      return logRankScores(study);
    case 'trend':
    case 'empty':
      return null;
  }
}

function centred(values: Float64Array): Float64Array {
  const middle = mean(values);
  return values.map((value) => value - middle);
}

function contrastScores(study: ContrastStudy): Float64Array | null {
  const { influence } = contrastOf({ ...modelOf(study), clusters: null }).contrast;
  return influence.length === study.selection.rows.length ? influence : null;
}

function groupScores({ y, codes, labels }: GroupsStudy): Float64Array {
  const means = splitByGroup(y, codes, labels.length).map(mean);
  return y.map((value, i) => value - (means[codes[i] ?? 0] ?? NaN));
}

/** What a row adds to the skill of all features together: its residual, as far as its prediction is from the mean. */
function predictionScores({ n, features, y }: PredictionStudy): Float64Array {
  const { residuals } = leastSquares([new Float64Array(n).fill(1), ...features.map(({ values }) => values)], y);
  const predicted = centred(y.map((value, i) => value - (residuals[i] ?? NaN)));
  return residuals.map((residual, i) => residual * (predicted[i] ?? NaN));
}

/** Whether the row was called right, less how often its class is. */
function classificationScores({ truth, predicted, score, labels }: ClassificationStudy): Float64Array {
  const right = numbers(truth.length, (i) =>
    predicted === null ? (score?.[i] ?? NaN) : predicted[i] === truth[i] ? 1 : 0,
  );
  const means = splitByGroup(right, truth, labels.length).map(mean);
  return right.map((value, i) => value - (means[truth[i] ?? 0] ?? NaN));
}
