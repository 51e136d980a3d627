import { claimedColumns, clusterColumn, COPIED_SHARE } from '../study/clusters-of';
import { repeatedRows } from '../study/repeated-rows';
import { sayPercent } from '../words/number-words';
import { type Gate, inconclusive, skip, sound } from './gate';

/** Rows are not copies of each other. */
export const copiedRows: Gate = {
  name: 'copied-rows',
  kinds: [
    'level',
    'association',
    'effect',
    'comparison',
    'experiment',
    'change',
    'trend',
    'proportion',
    'prediction',
    'classification',
    'survival',
    'equivalence',
    'noninferiority',
  ],
  looksFor: 'rows that a join or a double load has repeated, counted as separate evidence',
  statistic: 'share of rows that repeat another row exactly, where values are too fine to agree by chance',
  threshold: '1% of rows; then the result must stand with copies taken as one',
  source: 'values recorded finely enough agree by copying only (birthday bound)',
  examine(inquiry) {
    const { study } = inquiry;
    if (study === null || study.shape === 'empty') return skip('there is no study');
    if (inquiry.claim.roles.count !== undefined)
      return skip('rows are counted: each stands for as many as its count says');
    const { rows, copies } = inquiry.distinct;
    if (copies > 0)
      return sound(
        `${copies} of ${rows} rows repeat another in every column: copies are no evidence and are left out, ${rows - copies} rows are judged`,
        { statistic: copies / rows, threshold: COPIED_SHARE, n: rows - copies },
      );
    if (clusterColumn(inquiry.claim, inquiry.table) !== null)
      return skip('a unit or cluster is declared: rows that repeat it are taken as one');
    const repeated = repeatedRows(inquiry.table, study.selection.rows, claimedColumns(inquiry.claim));
    if (repeated === null) return skip('no column is recorded finely enough to tell copies from coincidence');
    const share = 1 - repeated.distinct / Math.max(1, repeated.rows);
    const numbers = { statistic: share, threshold: COPIED_SHARE, n: study.n };
    if (share <= COPIED_SHARE) return sound(`${sayPercent(share)} of the rows repeat another`, numbers);
    const words = `${repeated.rows} rows are only ${repeated.distinct} different ones (${repeated.why})`;
    const asOne = 'clusters' in study && study.clusters?.origin === 'copies';
    return asOne
      ? sound(`${words}; copies are taken as one`, numbers)
      : inconclusive(`${words}: declare the unit that repeats, or remove the copies`, numbers);
  },
};
