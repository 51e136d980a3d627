import { roleColumn } from '../claim/claim';
import { pValue } from '../statistics/contrast';
import { numbers, pick, rowsWhere } from '../statistics/rows';
import { chiSquareTable } from '../statistics/variance-analysis';
import { welchContrast } from '../statistics/welch';
import { isMissing } from '../table/column';
import { levelsOf } from '../table/levels';
import type { Inquiry } from '../verdict/inquiry';
import { say, sayPercent } from '../words/number-words';
import { type Finding, type Gate, inconclusive, skip, sound, unsound } from './gate';

const LEVEL = 0.001;
/** Fewer missing values than this cannot move a mean far. */
const FEW = 0.005;
/** With more missing than this, what the missing ones would say decides; a comparison loses alike on both sides. */
const MAX_SHARE = 0.4;
const MAX_LEVEL_SHARE = 0.2;

const GROUP_ROLES = ['group', 'variant', 'x'];
const OUTCOME_ROLES = ['value', 'metric', 'outcome', 'y', 'after'];

/** Values are not missing more often on one side. */
export const missingValues: Gate = {
  name: 'missing-values',
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
  looksFor: 'outcomes not missing at random: missing more often in one group, or in most rows',
  statistic: 'share of rows left out; p of χ² of missingness against the group',
  threshold: 'p = 0.001 between groups; 40% of rows, 20% of a level',
  source: 'Rubin (1976); differential attrition',
  examine(inquiry) {
    const { study } = inquiry;
    if (study === null || study.shape === 'empty') return skip('there is no study');
    const { selection } = study;
    const share = 1 - selection.complete / Math.max(1, selection.total);
    if (selection.missing.length === 0)
      return sound('no value of the claim is missing', { statistic: 0, threshold: MAX_SHARE, n: selection.total });
    const where = selection.missing.map(({ column, count }) => `${count} in ${column}`).join(', ');
    const uneven = unevenness(inquiry);
    if (uneven !== null && share > FEW && uneven.p < LEVEL) {
      return unsound(
        `values are missing unevenly: ${uneven.words} (p = ${say(uneven.p)}); the remaining groups are no longer comparable`,
        { statistic: uneven.p, threshold: LEVEL, n: selection.total },
      );
    }
    const related = study.shape === 'mean' && share > FEW ? relatedColumn(inquiry) : null;
    if (related !== null) return related;
    const most = study.shape === 'mean' ? MAX_LEVEL_SHARE : MAX_SHARE;
    if (share > most)
      return inconclusive(
        `${sayPercent(share)} of the rows lack a value (${where}): the remaining rows may not be representative`,
        { statistic: share, threshold: most, n: selection.total },
      );
    return sound(
      `${sayPercent(share)} of the rows lack a value (${where})${uneven === null ? '' : `, evenly (p = ${say(uneven.p)})`}`,
      { statistic: share, threshold: MAX_SHARE, n: selection.total },
    );
  },
};

/** Missingness of the outcome across the groups that are compared. */
function unevenness(inquiry: Inquiry): { p: number; words: string } | null {
  const outcome = OUTCOME_ROLES.map((role) => roleColumn(inquiry.claim, role)).find((name) => name !== undefined);
  const group = GROUP_ROLES.map((role) => roleColumn(inquiry.claim, role)).find((name) => name !== undefined);
  return outcome === undefined || group === undefined || outcome === group
    ? null
    : missingnessBy(inquiry, outcome, group);
}

function missingnessBy({ table }: Inquiry, outcome: string, group: string): { p: number; words: string } | null {
  const column = table.column(outcome);
  const groupColumn = table.column(group);
  const levels = groupColumn === undefined ? null : levelsOf(groupColumn, 20);
  if (column === undefined || levels === null || levels.labels.length < 2) return null;
  const counts = levels.labels.map((): [number, number] => [0, 0]);
  levels.codes.forEach((code, row) => {
    const pair = counts[code];
    if (pair !== undefined) pair[isMissing(column, row) ? 1 : 0]++;
  });
  const words = levels.labels.map((label, i) => {
    const [present = 0, missing = 0] = counts[i] ?? [];
    return `${sayPercent(missing / (present + missing))} of ${outcome} in ${group} ${label}`;
  });
  return { p: chiSquareTable(counts).p, words: words.slice(0, 4).join(', ') };
}

/** Missingness of the outcome along a number: do rows without a value have another mean of it? */
function missingnessAlong({ table }: Inquiry, outcome: string, name: string): { p: number; words: string } | null {
  const [column, other] = [table.column(outcome), table.column(name)];
  if (column === undefined || other === undefined || other.type === 'string') return null;
  const rows = rowsWhere(table.rowCount, (row) => !isMissing(other, row));
  const contrast = welchContrast(
    pick(other.values, rows),
    numbers(rows.length, (i) => (isMissing(column, rows[i] ?? -1) ? 1 : 0)),
  );
  const p = pValue(contrast);
  return Number.isFinite(p)
    ? { p, words: `${name} is ${say(contrast.value)} apart between rows with and without ${outcome}` }
    : null;
}

/** For one mean: does another column say where values are missing? Then the mean of the rest is another mean. */
function relatedColumn(inquiry: Inquiry): Finding | null {
  const outcome = roleColumn(inquiry.claim, 'value') ?? roleColumn(inquiry.claim, 'outcome');
  if (outcome === undefined) return null;
  const others = inquiry.table.columns.filter(({ name }) => name !== outcome);
  for (const { name } of others) {
    const found = missingnessBy(inquiry, outcome, name) ?? missingnessAlong(inquiry, outcome, name);
    if (found !== null && found.p < LEVEL / others.length) {
      return inconclusive(
        `missingness depends on ${name}: ${found.words}; the mean of the present values is not the mean of all`,
        { statistic: found.p, threshold: LEVEL / others.length },
      );
    }
  }
  return null;
}
