import { rankingSkill } from '../../statistics/comparison/ranking-skill';
import { correlation } from '../../evidence/held-out-skill';
import type { PredictionStudy } from '../../study/study';
import { say } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound, unsound } from '../gate';

/** A single feature this good is more often the answer itself than a cause. */
const TOO_GOOD = 0.985;

/** No feature is the target in disguise. */
export const targetLeak: Gate = {
  name: 'target-leak',
  kinds: ['prediction'],
  looksFor: 'a feature that restates the target',
  statistic: 'best single feature: ranking skill for a yes/no target, |correlation| else',
  threshold: '0.985; an exact copy is a defect',
  source: 'Kaufman, Rosset & Perlich (KDD 2011)',
  examine({ study }) {
    if (study?.shape !== 'prediction') return skip('there is no prediction');
    const scored = study.features.map((feature) => ({
      name: feature.name,
      skill: skillOf(feature.values, study),
      copy: feature.values.every((value, i) => value === study.y[i]),
    }));
    const best = scored.reduce((a, b) => (b.skill > a.skill ? b : a), { name: '', skill: 0, copy: false });
    const numbers = { statistic: best.skill, threshold: TOO_GOOD, n: study.n };
    const copied = scored.find(({ copy }) => copy);
    if (copied !== undefined) return unsound(`${copied.name} equals the target in every row`, numbers);
    const words = `best single feature ${best.name} reaches ${say(best.skill)}`;
    return best.skill > TOO_GOOD
      ? inconclusive(
          `${words}: it nearly equals ${study.target}; declare feature_times to show that it is known before the prediction`,
          numbers,
        )
      : sound(words, numbers);
  },
};

function skillOf(values: Float64Array, study: PredictionStudy): number {
  if (!study.binary) return Math.abs(correlation(values, study.y));
  const { auc } = rankingSkill(values, study.y);
  return Math.max(auc, 1 - auc);
}
