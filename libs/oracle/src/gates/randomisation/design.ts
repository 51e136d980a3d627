import { isRandomised } from '../../claim/randomised';
import type { Inquiry } from '../../verdict/inquiry';
import { sayList } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** Declared chance, or an experiment whose split was planned: whether it kept to it is another gate's question. */
export function isChanceDeclared({ claim }: Inquiry): boolean {
  return isRandomised(claim.declared) || (claim.kind === 'experiment' && claim.declared.intended_split !== undefined);
}

/** A cause needs a design: chance decided x, or the common causes are declared and held fixed. */
export const design: Gate = {
  name: 'design',
  kinds: ['effect'],
  looksFor: 'a causal effect claimed from rows that only show an association',
  statistic: 'none: a declared fact',
  threshold: 'design or assignment randomised, or at least one pre-treatment column to adjust for',
  source: 'no causes in, no causes out (Cartwright 1989)',
  examine(inquiry) {
    const { declared } = inquiry.claim;
    const study = inquiry.contrastStudy();
    if (study === null) return skip('there is no contrast');
    if (isRandomised(declared)) return sound('x was randomised, as declared');
    const held = study.adjusters.names.filter((name) => declared.pre_treatment?.includes(name) ?? false);
    if (held.length > 0)
      return sound(`observational: adjusted for ${sayList(held)}, other common causes are assumed absent`);
    return inconclusive(
      'the claim declares neither random assignment of x nor common causes: declare "design": "randomised", or the pre_treatment columns; an unmeasured common cause would look the same',
    );
  },
};
