import { STATISTICAL_KINDS } from '../../claim/claim';
import { say } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** The result stands after counting every attempt on this data. */
export const attempts: Gate = {
  name: 'attempts',
  kinds: STATISTICAL_KINDS,
  looksFor: 'a result found by repeated attempts on the same data',
  statistic: 'number of attempts, including this one and failed ones',
  threshold: 'p at most 0.1·α/(k(k−1)) at attempt k',
  source: 'α-spending: the levels of all attempts add up to α',
  examine(inquiry) {
    const { attempts: count, alpha } = inquiry.input;
    if (count <= 1) return skip('this is the first attempt on this data');
    const found = inquiry.evidence();
    if (found === null) return skip('there is no estimate');
    const numbers = { statistic: count, threshold: inquiry.level };
    const words = `${count} attempts were made on this data; attempt ${count} may use a level of ${say(inquiry.level)} of the total ${alpha}`;
    return found.p <= inquiry.level
      ? sound(words, numbers)
      : inconclusive(`${words}, and p = ${say(found.p)}: use new data, which start a new count`, numbers);
  },
};
