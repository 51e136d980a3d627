import type { Declared } from '../claim/claim';
import { termOf } from '../claim/vocabulary';
import { sayList } from '../words/number-words';
import { type Gate, inconclusive, skip, sound } from './gate';

/** Did chance decide who was treated, as far as is declared? Only the closed words count, never a note. */
export function isRandomised({ design, assignment }: Declared): boolean {
  return termOf('design', design) === 'randomised' || termOf('assignment', assignment) === 'randomised';
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
    if (isRandomised(declared)) return sound('x was assigned by chance, as declared');
    const held = study.adjusters.names.filter((name) => declared.pre_treatment?.includes(name) ?? false);
    if (held.length > 0)
      return sound(`observational; ${sayList(held)} held fixed, other common causes are taken to be absent`);
    return inconclusive(
      'nothing says that x was assigned by chance, and no common causes are declared: declare pre_treatment columns, or design: randomised; an unmeasured common cause would look the same',
    );
  },
};
