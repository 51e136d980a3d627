import { assignedColumn } from '../../study/rows/clusters-of';
import { sayPercent } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** A few units in both variants happen (shared devices); more, and assignment did not stick. */
const TOLERATED = 0.02;

/** Each unit saw one variant. */
export const contamination: Gate = {
  name: 'contamination',
  kinds: ['experiment'],
  looksFor: 'units that appear in more than one variant',
  statistic: 'share of units in both variants',
  threshold: '2%, unless every unit is in both by design',
  source: 'Kohavi, Tang & Xu, Trustworthy Online Controlled Experiments (2020), ch. 3',
  examine(inquiry) {
    const study = inquiry.contrastStudy();
    if (study === null) return skip('there is no contrast');
    const { clusters } = study;
    if (clusters === null || clusters.name !== assignedColumn(inquiry.claim, inquiry.table))
      return skip('no repeated unit is declared');
    if (study.paired) return sound(`every ${clusters.name} was in both variants; the comparison is within them`);
    const sides = new Uint8Array(clusters.count);
    clusters.codes.forEach((code, i) => {
      sides[code] = (sides[code] ?? 0) | (study.x[i] === 1 ? 2 : 1);
    });
    const share = sides.filter((flags) => flags === 3).length / clusters.count;
    const numbers = { statistic: share, threshold: TOLERATED, n: clusters.count };
    const words = `${sayPercent(share)} of ${clusters.count} values of ${clusters.name} are in both variants`;
    return share <= TOLERATED
      ? sound(words, numbers)
      : inconclusive(`${words}: assignment did not stick to ${clusters.name}`, numbers);
  },
};
