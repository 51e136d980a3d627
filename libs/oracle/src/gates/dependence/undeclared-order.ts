import { roleColumn, without } from '../../claim/claim';
import { claimKinds } from '../../claim/claim-kinds';
import { groupsFollow, takenByTime } from '../../columns/as-series';
import { evidenceIf, type Otherwise } from '../../columns/evidence-if';
import { orderingColumns, orderOf } from '../../columns/ordering-columns';
import type { Column } from '../../table/column';
import { timeValuesOf } from '../../table/time-values';
import { ask, declaration } from '../../columns/questions';
import type { Inquiry } from '../../verdict/inquiry';
import { say } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** Columns tried as the time: those along which rows go together most. */
const TRIED = 3;

/** Rows that follow each other along a column nobody spoke about are not taken as independent. */
export const undeclaredOrder: Gate = {
  name: 'undeclared-order',
  kinds: without('change', 'trend', 'classification', 'survival'),
  looksFor: 'an undeclared time, date or counter along which neighbouring rows are correlated',
  statistic: 'p of the claim with rows ordered by that column, if the scores of neighbours are correlated',
  threshold: 'the level of this attempt; neighbours are correlated from z = 1.64 on',
  source: 'von Neumann (1941); Granger & Newbold (1974); an undeclared fact is assumed at its worst',
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
      const p = groupsInOrder(column, inquiry) ? 1 : evidenceIf(inquiry, asTime(column, inquiry));
      if (p <= inquiry.level) continue;
      return inconclusive(
        ask({
          seen: `in the order of ${column} (${points} points) neighbouring rows are correlated; as a time series p = ${say(p)}`,
          settle: [
            `the role ${declaration('time', column)} if ${column} says when a row was observed${isReadable(column, inquiry) ? '' : ' (its dates written as in 2024-01-31)'}`,
            `${declaration('independent_rows', true)} if the order is irrelevant`,
          ],
        }),
        { statistic: p, threshold: inquiry.level, n: points },
      );
    }
    return sound(
      ordering.length === 0
        ? 'no undeclared column orders the rows so that neighbours are correlated'
        : `as a time series ordered by ${ordering[0]?.column ?? ''} the result holds`,
      { threshold: inquiry.level },
    );
  },
};

function asTime(name: string, { study, claim, table }: Inquiry): Otherwise {
  const column = table.column(name);
  const contrast = study?.shape === 'contrast' ? study : null;
  if (column === undefined) return { roles: { time: name } };
  const values = timeValuesOf(column) === null ? orderOf(column) : null;
  const readable: Column = values === null ? column : { name, type: 'number', values };
  return { ...takenByTime(contrast, claim, readable), column: readable };
}

/** Several groups that hold for a while each: their test has no form for series, so nothing is known of it. */
function groupsInOrder(name: string, { study, table }: Inquiry): boolean {
  const column = table.column(name);
  const values = column === undefined ? null : orderOf(column);
  return study?.shape === 'groups' && values !== null && groupsFollow(study, values);
}

function isReadable(name: string, { table }: Inquiry): boolean {
  const column = table.column(name);
  return column !== undefined && timeValuesOf(column) !== null;
}
