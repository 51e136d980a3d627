import { say, sayPercent } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** Predictions say more than "always the commonest class". */
export const majority: Gate = {
  name: 'majority',
  kinds: ['classification'],
  looksFor: 'accuracy no better than always predicting the majority class',
  statistic: 'balanced accuracy (chance 0.5, whatever the class shares)',
  threshold: 'more than one class predicted, and a primary test that passes',
  source: 'Youden (1950); class imbalance',
  examine(inquiry) {
    const { study } = inquiry;
    if (study?.shape !== 'classification') return skip('there are no predictions');
    const { predicted, truth, test, labels } = study;
    if (predicted === null) return skip('a ranking score has no majority class');
    const counts = labels.map((_, code) =>
      truth.reduce((total, actual, i) => total + (test[i] === 1 && actual === code ? 1 : 0), 0),
    );
    const n = counts.reduce((a, b) => a + b, 0);
    const most = Math.max(...counts) / Math.max(1, n);
    const right =
      truth.reduce((total, actual, i) => total + (test[i] === 1 && predicted[i] === actual ? 1 : 0), 0) /
      Math.max(1, n);
    const said = new Set(predicted.filter((_, i) => test[i] === 1));
    const words = `accuracy ${sayPercent(right)}; always predicting "${labels[counts.indexOf(Math.max(...counts))] ?? ''}" gets ${sayPercent(most)} (the majority rate)`;
    const numbers = { statistic: right, threshold: most, n };
    const [only] = said;
    if (said.size === 1) return inconclusive(`every prediction is "${labels[only ?? -1] ?? ''}": ${words}`, numbers);
    const found = inquiry.evidence();
    if (found !== null && found.p > inquiry.level)
      return inconclusive(`${words}; no skill beyond it is shown`, numbers);
    return sound(`${words}; balanced ${say(found?.estimate?.value ?? NaN)}`, numbers);
  },
};
