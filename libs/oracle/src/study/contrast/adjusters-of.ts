import { type Claim, roleColumns } from '../../claim/claim';
import { levelsOf } from '../../table/levels';
import type { Table } from '../../table/table';
import { compact, cross, type Factor } from '../variable/factor';
import { numbers, pick, pickCodes } from '../../statistics/sample/rows';
import { type Adjusters, isPostTreatment, NO_ADJUSTERS } from '../study';

/** A number with this few distinct values, each common, is adjusted for as a category: no straight line is assumed. */
const MAX_LEVELS = 24;
/** Rows needed per value of one column for its mean to be worth subtracting; assuming a straight line costs more. */
const ROWS_PER_LEVEL = 3;
/** Rows needed per cell for categories to be crossed instead of added. */
const ROWS_PER_CELL = 10;
/** More numeric adjusters than this per 20 rows would fit noise. */
const ROWS_PER_NUMBER = 10;

/** Columns to hold fixed: controls, a baseline and declared pre-treatment columns, without what is declared post-treatment. */
export function adjusterNames(claim: Claim): readonly string[] {
  const focal = new Set(
    ['x', 'y', 'group', 'value', 'variant', 'metric', 'outcome', 'before', 'after', 'numerator', 'denominator'].flatMap(
      (role) => roleColumns(claim, role),
    ),
  );
  const names = new Set([
    ...roleColumns(claim, 'controls'),
    ...roleColumns(claim, 'baseline'),
    ...(claim.declared.pre_treatment ?? []),
  ]);
  return [...names].filter((name) => !isPostTreatment(claim, name) && !focal.has(name)).sort();
}

export type BuiltAdjusters =
  { readonly ok: true; readonly adjusters: Adjusters } | { readonly ok: false; readonly reason: string };

/** Reads the named columns as adjusters over the selected rows, or says which cannot be held fixed. */
export function buildAdjusters(table: Table, names: readonly string[], rows: Int32Array): BuiltAdjusters {
  if (names.length === 0) return { ok: true, adjusters: NO_ADJUSTERS };
  const numeric: { name: string; values: Float64Array }[] = [];
  const factors: Factor[] = [];
  for (const name of names) {
    const column = table.column(name);
    if (column === undefined) continue;
    const few = levelsOf(column, MAX_LEVELS);
    if (column.type !== 'string' && (few === null || rows.length < ROWS_PER_LEVEL * few.labels.length)) {
      numeric.push({ name, values: pick(column.values, rows) });
      continue;
    }
    const levels = few ?? levelsOf(column, Math.max(2, rows.length / ROWS_PER_LEVEL));
    if (levels === null)
      return {
        ok: false,
        reason: `"${name}" has too many distinct values to adjust for with ${rows.length} rows: group it, or declare it as the cluster`,
      };
    factors.push(compact(pickCodes(levels.codes, rows), levels.labels.length));
  }
  const { cells, dummies } = joinCells(factors, rows.length);
  numeric.push(...dummies);
  if (numeric.length * ROWS_PER_NUMBER > rows.length) {
    return {
      ok: false,
      reason: `${numeric.length} columns are too many to adjust for with ${rows.length} rows: ${ROWS_PER_NUMBER} rows are needed for each`,
    };
  }
  return { ok: true, adjusters: { names, numeric, cells } };
}

/** Categories are crossed while the cells stay well filled (no additivity assumed), the rest enter as indicators. */
function joinCells(
  factors: readonly Factor[],
  n: number,
): { cells: Factor | null; dummies: { name: string; values: Float64Array }[] } {
  const sorted = [...factors].sort((a, b) => b.count - a.count);
  let cells: Factor | null = null;
  const dummies: { name: string; values: Float64Array }[] = [];
  for (const factor of sorted) {
    const joined: Factor = cells === null ? factor : cross(cells, factor);
    if (cells === null || joined.count * ROWS_PER_CELL <= n) cells = joined;
    else dummies.push(...indicators(factor));
  }
  return { cells, dummies };
}

function indicators(factor: Factor): { name: string; values: Float64Array }[] {
  return Array.from({ length: factor.count - 1 }, (_, level) => ({
    name: `level ${level + 1}`,
    values: numbers(factor.codes.length, (i) => (factor.codes[i] === level + 1 ? 1 : 0)),
  }));
}
