import { STATISTICAL_KINDS } from '../../claim/claim';
import { claimedColumns, clusterColumn, COPIED_SHARE } from '../../study/clusters-of';
import { repeatedRows } from '../../study/repeated-rows';
import { sayPercent } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** Rows are not copies of each other. */
export const copiedRows: Gate = {
  name: 'copied-rows',
  kinds: STATISTICAL_KINDS,
  looksFor: 'rows duplicated by a join or a double load, counted as independent evidence',
  statistic: 'share of rows that repeat another row exactly, where values are too precise to agree by chance',
  threshold: '1% of rows; then the result must hold with duplicates counted once',
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
