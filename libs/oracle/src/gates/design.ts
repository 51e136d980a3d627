import { sayList } from '../words/number-words';
import { type Gate, inconclusive, skip, sound } from './gate';

const RANDOMISED = /random|experiment|\brct\b|trial|a\/b|lottery/i;
const NOT_RANDOMISED = /non-?random|not random|quasi|observ|natural|self-?select/i;

/** Does the text say that chance decided who was treated? */
export function isRandomised(text: string | undefined): boolean {
  return text !== undefined && RANDOMISED.test(text) && !NOT_RANDOMISED.test(text);
}

/** A cause needs a design: chance decided x, or the common causes are declared and held fixed. */
export const design: Gate = {
  name: 'design',
  kinds: ['effect'],
  looksFor: 'an effect claimed from rows that only show a link',
  statistic: 'none: a declared fact',
  threshold: 'design or assignment randomised, or at least one pre-treatment column held fixed',
  source: 'no causes in, no causes out (Cartwright 1989)',
  examine(inquiry) {
    const { declared } = inquiry.claim;
    const study = inquiry.contrastStudy();
    if (study === null) return skip('there is no contrast');
    if (isRandomised(declared.design) || isRandomised(declared.assignment))
      return sound('x was assigned by chance, as declared');
    const held = study.adjusters.names.filter((name) => declared.pre_treatment?.includes(name) ?? false);
    if (held.length > 0)
      return sound(`observational; ${sayList(held)} held fixed, other common causes are taken to be absent`);
    return inconclusive(
      'nothing says that x was assigned by chance, and no common causes are declared: declare pre_treatment columns, or design: randomised; an unmeasured common cause would look the same',
    );
  },
};
