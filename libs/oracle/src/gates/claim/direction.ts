import { without } from '../../claim/claim';
import { scepticalP } from '../../evidence/sceptical-p';
import { pValue } from '../../statistics/distribution/contrast';
import { sayWithInterval } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound, unsound } from '../gate';

/** The estimate goes the way the claim says. */
export const direction: Gate = {
  name: 'direction',
  kinds: without('prediction', 'classification', 'equivalence', 'noninferiority'),
  looksFor: 'a significant effect opposite to the claim',
  statistic: 'p of the opposite direction, by permutation and corrected for skewness where that is larger',
  threshold: 'α, one-sided, in the opposite direction',
  source: 'a claim of "raises" is not shown by a fall',
  examine(inquiry) {
    const found = inquiry.evidence();
    if (found === null) return skip('there is no estimate');
    const { sign, from, words } = found.direction;
    const { direction: declared } = inquiry.claim.declared;
    if (declared !== undefined && from !== 'declared')
      return inconclusive(
        `the declared direction "${declared}" names no group of the data: declare ">" or "<", or the groups as they are written`,
      );
    if (sign === 0) return skip('the claim names no direction: the test is two-sided');
    const { study } = inquiry;
    const against = sign === 1 ? -1 : 1;
    const opposite =
      found.contrast === null
        ? 1 - found.p
        : (study?.shape === 'contrast' || study?.shape === 'mean') &&
            pValue(found.contrast, against) <= inquiry.input.alpha
          ? scepticalP(study, found.contrast, against, inquiry.random('direction'))
          : pValue(found.contrast, against);
    const numbers = { statistic: opposite, threshold: inquiry.input.alpha };
    const seen =
      found.estimate === null
        ? ''
        : ` ${found.estimate.label} = ${sayWithInterval(found.estimate.value, found.estimate.interval)}`;
    if (!(opposite <= inquiry.input.alpha))
      return sound(
        `tested one-sided as ${from === 'declared' ? 'declared' : 'the question says'} ("${words}")`,
        numbers,
      );
    return from === 'declared'
      ? unsound(`the data show the opposite of the declared direction "${words}":${seen}`, numbers)
      : inconclusive(
          `the question says "${words}", the data show the opposite:${seen}; declare the direction`,
          numbers,
        );
  },
};
