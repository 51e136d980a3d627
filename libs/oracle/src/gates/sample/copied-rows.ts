import { STATISTICAL_KINDS } from '../../claim/claim';
import { claimedColumns, clusterColumn, COPIED_SHARE } from '../../study/rows/clusters-of';
import { repeatedRows } from '../../study/rows/repeated-rows';
import { evidenceIf } from '../../columns/evidence-if';
import { nearCopies } from '../../columns/near-copies';
import { ask, declaration } from '../../columns/questions';
import type { Inquiry } from '../../verdict/inquiry';
import { say, sayPercent } from '../../words/number-words';
import { type Finding, type Gate, inconclusive, skip, sound } from '../gate';

/** Rows are not copies of each other. */
export const copiedRows: Gate = {
  name: 'copied-rows',
  kinds: STATISTICAL_KINDS,
  looksFor: 'rows duplicated by a join or a double load, counted as independent evidence',
  statistic: 'share of rows that repeat another row exactly, where values are too precise to agree by chance',
  threshold:
    '1% of rows; then the result must hold with duplicates counted once, also where the gaps between values show copies with a little noise',
  source: 'precisely recorded values agree only if they were copied (birthday bound)',
  examine(inquiry) {
    const { study } = inquiry;
    if (study === null || study.shape === 'empty') return skip('there is no study');
    if (inquiry.claim.roles.count !== undefined)
      return skip('rows are counted: each stands for as many as its count says');
    const { rows, copies } = inquiry.distinct;
    if (copies > 0)
      return sound(
        `${copies} of ${rows} rows repeat another in every column: duplicates are no evidence and are dropped, ${rows - copies} rows are judged`,
        { statistic: copies / rows, threshold: COPIED_SHARE, n: rows - copies },
      );
    if (clusterColumn(inquiry.claim, inquiry.table) !== null)
      return skip('a unit or cluster is declared: rows that repeat it are counted together');
    const near = looksNear(inquiry);
    if (near !== null) return near;
    const repeated = repeatedRows(inquiry.table, study.selection.rows, claimedColumns(inquiry.claim));
    if (repeated === null) return skip('no column is precise enough to tell duplicates from coincidence');
    const share = 1 - repeated.distinct / Math.max(1, repeated.rows);
    const numbers = { statistic: share, threshold: COPIED_SHARE, n: study.n };
    if (share <= COPIED_SHARE) return sound(`${sayPercent(share)} of the rows repeat another`, numbers);
    const words = `${repeated.rows} rows are only ${repeated.distinct} distinct ones (${repeated.why})`;
    const asOne = 'clusters' in study && study.clusters?.origin === 'copies';
    return asOne
      ? sound(`${words}; duplicates are counted once`, numbers)
      : inconclusive(`${words}: declare the unit that repeats, or remove the duplicates`, numbers);
  },
};

/** Values so close together that they may be copies with a little noise; null where they are not, or the result holds with each group counted once. */
function looksNear(inquiry: Inquiry): Finding | null {
  const { study, claim, table } = inquiry;
  const found = inquiry.evidence();
  if (study?.shape !== 'contrast' && study?.shape !== 'mean' && study?.shape !== 'groups') return null;
  if (found === null || found.p > inquiry.level || claim.declared.independent_rows === true) return null;
  const { rows } = study.selection;
  const isSeries = study.shape !== 'groups' && study.series !== null;
  const groups = isSeries || study.clusters !== null || study.y.length !== rows.length ? null : nearCopies(study.y);
  if (groups === null) return null;
  const values = new Float64Array(table.rowCount).fill(NaN);
  rows.forEach((row, i) => (values[row] = groups.codes[i] ?? NaN));
  const name = `near copies of ${study.outcome}`;
  const p = evidenceIf(inquiry, { declared: { unit: name }, column: { name, type: 'number', values } });
  if (p <= inquiry.level) return null;
  return inconclusive(
    ask({
      seen: `${study.n} values of ${study.outcome} stand in ${groups.count} groups, far closer together than independent values do; with each group counted once p = ${say(p)}`,
      settle: [
        'the "unit" whose rows repeat a measurement with a little noise',
        `${declaration('independent_rows', true)} if each row was measured by itself`,
      ],
    }),
    { statistic: p, threshold: inquiry.level, n: groups.count },
  );
}
