import { clusterColumn } from '../study/clusters-of';
import { contrastOf, modelOf } from '../study/contrast-fit';
import { meanWithError } from '../evidence/mean-evidence';
import { pValue } from '../statistics/contrast';
import { type RepeatedRows, repeatedRows } from './repeated-rows';
import type { Inquiry } from '../verdict/inquiry';
import { say, sayPercent } from '../words/number-words';
import { type Finding, type Gate, inconclusive, skip, sound } from './gate';

/** A few equal rows happen. */
const FEW = 0.01;

/** Rows are not copies of each other. */
export const copiedRows: Gate = {
  name: 'copied-rows',
  kinds: ['level', 'association', 'effect', 'comparison', 'experiment', 'change', 'trend', 'proportion', 'prediction', 'classification', 'survival', 'equivalence', 'noninferiority'],
  looksFor: 'rows that a join or a double load has repeated, counted as separate evidence',
  statistic: 'share of rows that repeat another row exactly, where values are too fine to agree by chance',
  threshold: '1% of rows; then the result must stand with copies taken as one',
  source: 'values recorded finely enough agree by copying only (birthday bound)',
  examine(inquiry) {
    const { study } = inquiry;
    if (study === null || study.shape === 'empty') return skip('there is no study');
    if (clusterColumn(inquiry.claim, inquiry.table) !== null) return skip('a unit or cluster is declared: rows that repeat it are taken as one');
    const repeated = repeatedRows(inquiry.table, study.selection.rows, claimedColumns(inquiry));
    if (repeated === null) return skip('no column is recorded finely enough to tell copies from coincidence');
    const share = 1 - repeated.distinct / Math.max(1, repeated.rows);
    const numbers = { statistic: share, threshold: FEW, n: study.n };
    if (share <= FEW) return sound(`${sayPercent(share)} of the rows repeat another`, numbers);
    return withCopiesAsOne(inquiry, repeated, numbers);
  },
};

function claimedColumns({ claim }: Inquiry): readonly string[] {
  return Object.values(claim.roles).flatMap((value) => (typeof value === 'string' ? [value] : typeof value === 'object' ? value : []));
}

function withCopiesAsOne(inquiry: Inquiry, repeated: RepeatedRows, numbers: { statistic: number; threshold: number; n: number }): Finding {
  const { study } = inquiry;
  const words = `${repeated.rows} rows are only ${repeated.distinct} different ones (${repeated.why})`;
  const advice = 'declare the unit that repeats, or remove the copies';
  if (repeated.factor === null || study === null || (study.shape !== 'contrast' && study.shape !== 'mean') || study.series !== null) return inconclusive(`${words}: ${advice}`, numbers);
  const clusters = { ...repeated.factor, name: 'different row' };
  const p = study.shape === 'mean' ? pValue(meanWithError({ ...study, clusters }).contrast) : pValue(contrastOf({ ...modelOf(study), clusters }).contrast);
  return p <= inquiry.level
    ? sound(`${words}; with copies taken as one, p = ${say(p)}`, numbers)
    : inconclusive(`${words}; with copies taken as one, p = ${say(p)}: ${advice}`, numbers);
}
