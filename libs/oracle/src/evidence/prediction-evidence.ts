import { agreeing } from './agreeing-interval';
import { jointTest } from '../statistics/regression/joint-test';
import { leastSquares } from '../statistics/regression/least-squares';
import type { PredictionStudy } from '../study/study';
import { WORST_CONDITION } from '../study/contrast/contrast-fit';
import type { Estimate, Examined } from './evidence';
import { type HeldOutSkill, heldOutSkill } from './held-out-skill';

/** Rows needed for each feature column; with fewer a linear fit describes noise. */
const ROWS_PER_FEATURE = 10;

/**
 * Do the features tell anything? With a split or a time, skill on the rows held out decides. Otherwise the joint
 * robust test over all rows does, and skill over hashed folds is the number reported.
 */
export function examinePrediction(study: PredictionStudy, seed: string): Examined {
  const k = study.features.length;
  if (study.n < ROWS_PER_FEATURE * (k + 1))
    return { impossible: `${study.n} rows for ${k} feature columns: ${ROWS_PER_FEATURE} rows are needed for each` };
  const skill = heldOutSkill(study, seed);
  const shared = {
    estimate: skillEstimate(study, skill),
    direction: { sign: 1, from: 'none', words: 'better than chance' } as const,
    contrast: null,
  };
  if (study.test !== null || study.series !== null) {
    return { ...shared, p: skill.p, statistic: skill.value, method: `skill on ${skill.how}`, condition: 1 };
  }
  const fit = leastSquares(
    [new Float64Array(study.n).fill(1), ...study.features.map((feature) => feature.values)],
    study.y,
  );
  if (fit.basis.condition > WORST_CONDITION)
    return {
      impossible: `the features are nearly collinear (condition number ${fit.basis.condition.toExponential(1)})`,
    };
  const test = jointTest(fit, study.y, study.clusters);
  return {
    ...shared,
    estimate: reconciled(shared.estimate, study, test.p),
    p: test.p,
    statistic: test.statistic,
    condition: fit.basis.condition,
    method: `joint ${study.clusters === null ? 'HC3' : `cluster-robust (${study.clusters.name})`} test of ${test.df[0]} columns`,
  };
}

function skillEstimate(study: PredictionStudy, skill: HeldOutSkill): Estimate {
  const what =
    study.binary && study.series === null ? 'area under the ROC curve' : 'correlation of prediction and truth';
  return {
    value: skill.value,
    label: `${what} for ${study.target}, ${skill.how}`,
    unit: null,
    interval: skill.interval,
    n: skill.n,
  };
}

/** The interval of the skill holds "no skill" where the test does not exclude it. */
function reconciled(estimate: Estimate, study: PredictionStudy, p: number): Estimate {
  const none = study.binary && study.series === null ? 0.5 : 0;
  return estimate.interval === null ? estimate : { ...estimate, interval: agreeing(estimate.interval, none, p) };
}
