import { roleColumn } from '../claim/claim';
import { claimKinds } from '../claim/claim-kinds';
import { evidenceIf } from '../columns/evidence-if';
import { orderingColumns } from '../columns/ordering-columns';
import { ask, declaration } from '../columns/questions';
import { say } from '../words/number-words';
import { type Gate, inconclusive, skip, sound } from './gate';

/** Columns tried as the time: those along which rows go together most. */
const TRIED = 3;

/** Rows that follow each other along a column nobody spoke about are not taken as independent. */
export const undeclaredOrder: Gate = {
  name: 'undeclared-order',
  kinds: [
    'level',
    'association',
    'effect',
    'comparison',
    'experiment',
    'proportion',
    'prediction',
    'equivalence',
    'noninferiority',
  ],
  looksFor: 'a time, a date or a counter that nobody declared and along which rows resemble their neighbours',
  statistic: 'p of the claim with rows in the order of that column, where the scores of neighbours go together',
  threshold: 'the level of this attempt; neighbours go together from z = 1.64 on',
  source: 'von Neumann (1941); Granger & Newbold (1974); a fact not declared is taken at its worst',
  examine(inquiry) {
    const { claim } = inquiry;
    const found = inquiry.evidence();
    if (found === null) return skip('there is no estimate');
    if (roleColumn(claim, 'time') !== undefined) return skip('the role time is given');
    if (claimKinds[claim.kind].roles.time === undefined) return skip('this kind has no role time');
    if (claim.declared.independent_rows === true)
      return skip('independent_rows is declared: no other column orders the rows');
    if (found.p > inquiry.level) return skip('the primary test already fails');
    const ordering = orderingColumns(inquiry);
    for (const { column, points } of ordering.slice(0, TRIED)) {
      const p = evidenceIf(inquiry, { roles: { time: column } });
      if (p <= inquiry.level) continue;
      return inconclusive(
        ask({
          seen: `in the order of ${column} (${points} points) rows resemble their neighbours; taken as a series p = ${say(p)}`,
          settle: [
            `the role ${declaration('time', column)} if ${column} says when a row was observed`,
            `${declaration('independent_rows', true)} if the order means nothing`,
          ],
        }),
        { statistic: p, threshold: inquiry.level, n: points },
      );
    }
    return sound(
      ordering.length === 0
        ? 'along no undeclared column do rows resemble their neighbours'
        : `taken in the order of ${ordering[0]?.column ?? ''} the result stands`,
      { threshold: inquiry.level },
    );
  },
};
