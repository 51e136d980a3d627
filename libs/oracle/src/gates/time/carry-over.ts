import { type Claim, roleColumn } from '../../claim/claim';
import { pValue } from '../../statistics/distribution/contrast';
import { pickCodes, rowsWhere } from '../../statistics/sample/rows';
import { welchContrast } from '../../statistics/comparison/welch';
import { contrastOfRows } from '../../study/contrast/contrast-fit';
import type { ContrastStudy } from '../../study/study';
import { levelsOf } from '../../table/levels';
import type { Table } from '../../table/table';
import { say } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** Carry-over is looked for in every crossover, with little power: a liberal level would only abstain more often. */
const LEVEL = 0.01;

/** What was received first is over when the second begins. */
export const carryOver: Gate = {
  name: 'carry-over',
  kinds: ['comparison', 'experiment', 'equivalence', 'noninferiority'],
  looksFor: 'carry-over: a crossover in which the first treatment still acts in the second period',
  statistic: 'p of the totals of units between the two sequences',
  threshold: 'p = 0.01; then the first period alone must show the result',
  source: 'Grizzle, Biometrics 21 (1965); Senn, Cross-over trials in clinical research (2002)',
  examine(inquiry) {
    const study = inquiry.contrastStudy();
    const found = inquiry.evidence();
    if (roleColumn(inquiry.claim, 'period') === undefined) return skip('the claim is not about a crossover');
    if (study === null || found === null || study.sides === null) return skip('there is no contrast of two sides');
    const walk = sequences(study, inquiry.table, inquiry.claim);
    if (walk === null) return skip('units do not have two periods each, so carry-over cannot be checked');
    const { totals, order, first, strays } = walk;
    if (strays > 0)
      return inconclusive(`${strays} units did not receive both treatments in the order of their sequence`, {
        n: strays,
      });
    const p = pValue(welchContrast(totals, order));
    const numbers = { statistic: p, threshold: LEVEL, n: totals.length };
    const words = `totals of units differ between the sequences with p = ${say(p)}`;
    if (!(p < LEVEL)) return sound(`${words}: no sign of carry-over`, numbers);
    const alone = contrastOfRows({ ...study, adjusters: { names: [], numeric: [], cells: null } }, first);
    const q = alone === null ? 1 : pValue(alone, found.direction.sign);
    const same = alone !== null && alone.value * (found.contrast?.value ?? 0) > 0;
    return same && q <= inquiry.level
      ? sound(`${words}, as carry-over makes them; the first period alone shows it too (p = ${say(q)})`, numbers)
      : inconclusive(
          `${words}, as carry-over makes them, and the first period alone does not show it (p = ${say(q)})`,
          numbers,
        );
  },
};

interface Sequences {
  /** Sum of a unit over both periods, and 1 where it received the subject's side second. */
  readonly totals: Float64Array;
  readonly order: Float64Array;
  /** Rows of the first period. */
  readonly first: Int32Array;
  /** Units whose declared sequence is shared with units that went the other way. */
  readonly strays: number;
}

function sequences(study: ContrastStudy, table: Table, claim: Claim): Sequences | null {
  const period = levelsOf(table.column(roleColumn(claim, 'period') ?? '') ?? NONE, 2);
  const { cells } = study.adjusters;
  if (period?.labels.length !== 2 || cells === null) return null;
  const when = pickCodes(period.codes, study.selection.rows);
  const units = Array.from({ length: cells.count }, () => ({ total: 0, seen: 0, second: NaN, row: -1 }));
  cells.codes.forEach((code, i) => {
    const unit = units[code];
    if (unit === undefined) return;
    unit.total += study.y[i] ?? NaN;
    unit.seen |= (when[i] === 1 ? 2 : 1) | (study.x[i] === 1 ? 8 : 4);
    if (when[i] === 1) unit.second = study.x[i] ?? NaN;
    unit.row = study.selection.rows[i] ?? -1;
  });
  const whole = units.filter(({ seen }) => seen === 15);
  if (whole.length < 4) return null;
  return {
    totals: Float64Array.from(whole, ({ total }) => total),
    order: Float64Array.from(whole, ({ second }) => second),
    first: rowsWhere(study.n, (i) => when[i] === 0),
    strays: strays(whole, table, claim),
  };
}

const NONE = { name: '', type: 'number', values: new Float64Array(0) } as const;

/** Of each declared sequence, the units that did not go the way of most. */
function strays(
  units: readonly { readonly second: number; readonly row: number }[],
  table: Table,
  claim: Claim,
): number {
  const declared = levelsOf(table.column(roleColumn(claim, 'sequence') ?? '') ?? NONE, 2);
  if (declared === null) return 0;
  return declared.labels.reduce((total, _, code) => {
    const own = units.filter(({ row }) => declared.codes[row] === code);
    const second = own.filter((unit) => unit.second === 1).length;
    return total + Math.min(second, own.length - second);
  }, 0);
}
