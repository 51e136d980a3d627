import { roleColumn } from '../claim/claim';
import { evidenceIf } from '../columns/evidence-if';
import { ask, declaration } from '../columns/questions';
import { holdable, unlikeColumns } from '../columns/unlike-columns';
import { interval, pValue } from '../statistics/contrast';
import { buildAdjusters } from '../study/adjusters-of';
import { fitContrast } from '../study/contrast-fit';
import type { ContrastStudy } from '../study/study';
import type { Inquiry } from '../verdict/inquiry';
import { say, sayList, sayWithInterval } from '../words/number-words';
import { CLEAR_CHANGE, compareEstimates } from './compare-estimates';
import { isRandomised } from './design';
import { type Finding, type Gate, inconclusive, skip, type Skipped, sound } from './gate';

/** A difference that columns nobody spoke about would explain is not certified in silence. */
export const undeclaredCauses: Gate = {
  name: 'undeclared-causes',
  kinds: ['association', 'effect', 'comparison', 'experiment', 'change', 'proportion', 'equivalence', 'noninferiority'],
  looksFor: 'columns that nobody declared, that differ between the groups and that, held fixed, take the result away',
  statistic: 'p of the estimate with these columns held fixed',
  threshold: 'the level of this attempt, after a change beyond 3.29 standard errors; columns differ from p = 0.01 on',
  source: 'Senn, Testing for baseline balance (1994); a fact not declared is taken at its worst',
  examine(inquiry) {
    const study = inquiry.contrastStudy();
    const found = inquiry.evidence();
    if (study === null || found === null || study.paired || study.series !== null)
      return skip('there is no contrast between rows');
    if (isChanceDeclared(inquiry))
      return skip('x was assigned by chance, as declared: other columns differ by chance or by x');
    if (found.p > inquiry.level) return skip('the primary test already fails');
    const names = holdable(inquiry, study, unlikeColumns(inquiry, study));
    if (names.length === 0) return sound('no undeclared column differs between the groups', { n: study.n });
    return withHeld(study, names, inquiry);
  },
};

/** Declared chance, or an experiment whose split was planned: whether it kept to it is another gate's question. */
export function isChanceDeclared({ claim }: Inquiry): boolean {
  return isRandomised(claim.declared) || (claim.kind === 'experiment' && claim.declared.intended_split !== undefined);
}

function withHeld(study: ContrastStudy, names: readonly string[], inquiry: Inquiry): Finding | Skipped {
  const before = roleColumn(inquiry.claim, 'before');
  const all = [...new Set([...study.adjusters.names, ...(before === undefined ? [] : [before]), ...names])].sort();
  const built = buildAdjusters(inquiry.table, all, study.selection.rows);
  if (!built.ok) return skip(built.reason);
  const naive = fitContrast(study).contrast;
  const adjusted = fitContrast(study, built.adjusters).contrast;
  const { moved, reversed, z } = compareEstimates(naive, adjusted, study.clusters, inquiry.input.alpha);
  const numbers = { statistic: pValue(adjusted), threshold: inquiry.level, n: study.n };
  const words = `${sayList(names)} ${names.length === 1 ? 'differs' : 'differ'} between the sides of ${study.focal}; held fixed the estimate goes from ${say(naive.value)} to ${sayWithInterval(adjusted.value, interval(adjusted))} (change of ${say(Math.abs(z))} standard errors)`;
  const bounded = inquiry.claim.kind === 'equivalence' || inquiry.claim.kind === 'noninferiority';
  const gone = bounded
    ? Math.abs(z) > CLEAR_CHANGE && evidenceIf(inquiry, { declared: { pre_treatment: all } }) > inquiry.level
    : moved && (reversed || !(pValue(adjusted) <= inquiry.level));
  if (!gone) return sound(words, numbers);
  return inconclusive(
    ask({
      seen: words,
      settle: [
        `${declaration('pre_treatment', names)} if they were there before ${study.focal}`,
        `${declaration('post_treatment', names)} if ${study.focal} moves them`,
        `${declaration('design', 'randomised')} if chance decided ${study.focal}`,
      ],
    }),
    numbers,
  );
}
