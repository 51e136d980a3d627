import { type Claim, roleColumn } from '../../claim/claim';
import { numbers, pickCodes } from '../../statistics/sample/rows';
import { levelsOf } from '../../table/levels';
import type { Table } from '../../table/table';
import { partitionBy, unitColumn } from '../rows/clusters-of';
import { type Adjusters, refused, type Refused } from '../study';

const MAX_PERIODS = 24;

/**
 * What a crossover adjusts for: every unit is compared with itself, and every period has a level of its own (what happens
 * to everybody over time is no effect). Null when the claim is no crossover.
 */
export function crossoverAdjusters(table: Table, claim: Claim, rows: Int32Array): Adjusters | Refused | null {
  const name = roleColumn(claim, 'period');
  const unit = unitColumn(claim, table);
  const [period, units] = [table.column(name ?? ''), table.column(unit ?? '')];
  if (name === undefined || period === undefined) return null;
  if (units === undefined) return refused(`a crossover needs the unit that received both: declare unit`);
  const levels = levelsOf(period, MAX_PERIODS);
  if (levels === null) return refused(`"${name}" has more than ${MAX_PERIODS} values: a crossover has few periods`);
  const codes = pickCodes(levels.codes, rows);
  const numeric = levels.labels.slice(1).map((label, i) => ({
    name: `${name} ${label}`,
    values: numbers(rows.length, (row) => (codes[row] === i + 1 ? 1 : 0)),
  }));
  return { names: [name], numeric, cells: partitionBy(units, rows) };
}
