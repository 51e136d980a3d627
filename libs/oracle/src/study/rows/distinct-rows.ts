import type { Claim } from '../../claim/claim';
import { rowsWhere } from '../../statistics/sample/rows';
import { type Column, isMissing } from '../../table/column';
import { Table } from '../../table/table';
import type { Factor } from '../variable/factor';
import {
  chanceOfAgreement,
  chosenByContent,
  greatestCommonDivisor,
  LARGE,
  looseRows,
  partitionRows,
} from './repeated-rows';

/** Fewer copies than this decide nothing, and a few equal rows happen. */
const COPIED_SHARE = 0.01;
/** Copies must be so many times as common as rounding would make them. */
const BEYOND_CHANCE = 2;
/** A column this fine settles it; no finer one is looked for. */
const FINE = 0.01;
/** Agreement by chance of a column whose values name the rows: where two agree, all their columns do. */
const NAMED = 0;
/** Fewer repeated names than this could agree in everything else by chance. */
const MIN_NAMES = 10;
/** More often than this, other columns agree by chance in every row that shares a name. */
const COINCIDENCE = 0.001;

/** A table without rows that repeat another in every column, and how many there were. */
export interface Distinct {
  readonly table: Table;
  readonly rows: number;
  readonly copies: number;
}

/**
 * Leaves out the copies of rows: a join or a double load makes them, and they are no evidence. Rows are copies when they
 * agree in every column and one column is recorded so finely, or names rows so, that chance does not make them agree.
 * Duplicating all rows of a table therefore changes nothing that is said of it.
 */
export function withoutCopies(table: Table, claim: Claim): Distinct {
  const whole = { table, rows: table.rowCount, copies: 0 };
  if (claim.kind === 'table' || claim.roles.count !== undefined || table.rowCount < 2) return whole;
  const { rows } = table;
  const finest = finestOf(table.columns, rows);
  if (finest.chance < 1 && !mayHaveCopies(finest.column, rows)) return whole;
  const parts = partitionRows(table.columns, rows);
  const copies = rows.length - parts.count;
  if (copies < COPIED_SHARE * rows.length) return whole;
  const chance = finest.chance < 1 ? finest.chance : nameChance(table.columns, rows, parts);
  const isCopied = chance < 1 && copies >= (COPIED_SHARE + BEYOND_CHANCE * chance) * rows.length;
  const times = isCopied ? timesLoaded(finest.column, rows, parts) : evenTimes(parts);
  if (times === null) return whole;
  const distinct = kept(table, parts, times);
  return { table: distinct, rows: rows.length, copies: rows.length - distinct.rowCount };
}

/**
 * Of how many equal rows one is kept: all become one (Infinity) where no row is missing the fine value or holds one that
 * many share, such as zero. Else rows may be equal without being copies, and only a table in which every row occurs a
 * multiple of m times was loaded m times. Null when neither can be said.
 */
function timesLoaded(column: Column | undefined, rows: Int32Array, parts: Factor): number | null {
  if (column === undefined) return Infinity;
  const loose = looseRows(column, rows);
  if (loose.length === rows.length && !rows.some((row) => isMissing(column, row))) return Infinity;
  return commonTimes(parts);
}

/** How often a table was loaded whose values say nothing: every different row occurs a multiple of that; null where none. */
function evenTimes(parts: Factor): number | null {
  return parts.count < MIN_NAMES ? null : commonTimes(parts);
}

function commonTimes(parts: Factor): number | null {
  const times = sizesOf(parts).reduce(greatestCommonDivisor);
  return times >= 2 ? times : null;
}

function sizesOf({ codes, count }: Factor): Int32Array {
  const sizes = new Int32Array(count);
  for (const code of codes) sizes[code] = (sizes[code] ?? 0) + 1;
  return sizes;
}

interface Finest {
  readonly column: Column | undefined;
  readonly chance: number;
}

/** The first column fine enough that chance hardly makes rows agree, else the finest there is. */
function finestOf(columns: readonly Column[], rows: Int32Array): Finest {
  let finest: Finest = { column: undefined, chance: 1 };
  for (const column of columns) {
    const chance = chanceOfAgreement(column, rows);
    if (chance < finest.chance) finest = { column, chance };
    if (chance < FINE) break;
  }
  return finest;
}

/** Rows that agree in every column agree in one; a part chosen by content tells for a large table. */
function mayHaveCopies(column: Column | undefined, rows: Int32Array): boolean {
  if (column === undefined) return true;
  const part = rows.length > LARGE ? chosenByContent(column, rows) : rows;
  return part.length - partitionRows([column], part).count >= COPIED_SHARE * part.length;
}

/**
 * 0 when some column has a value for each different row, enough of them repeat, and the other columns would not have
 * agreed in all of them by chance; else 1. The values of a single column repeat without being copies.
 */
function nameChance(columns: readonly Column[], rows: Int32Array, parts: Factor): number {
  const sizes = sizesOf(parts);
  const repeated = sizes.reduce((total, size) => total + (size > 1 ? 1 : 0), 0);
  if (repeated < MIN_NAMES) return 1;
  const isName = (column: Column): boolean => {
    const others = columns.filter((it) => it !== column);
    return (
      partitionRows([column], rows).count === parts.count &&
      others.length > 0 &&
      pairAgreement(partitionRows(others, rows)) ** repeated < COINCIDENCE
    );
  };
  return columns.some(isName) ? NAMED : 1;
}

/** The chance that two rows are in the same part. */
function pairAgreement(parts: Factor): number {
  const sizes = sizesOf(parts);
  return sizes.reduce((total, size) => total + (size / parts.codes.length) ** 2, 0);
}

/** The first of each `times` equal rows. */
function kept(table: Table, { codes, count }: Factor, times: number): Table {
  const seen = new Int32Array(count);
  const rows = rowsWhere(codes.length, (i) => {
    const code = codes[i] ?? 0;
    const before = seen[code] ?? 0;
    seen[code] = before + 1;
    return times === Infinity ? before === 0 : before % times === 0;
  });
  return new Table(
    table.columns.map((column) => take(column, rows)),
    rows.length,
  );
}

function take(column: Column, rows: Int32Array): Column {
  return column.type === 'string'
    ? { ...column, codes: rows.map((row) => column.codes[row] ?? -1) }
    : { ...column, values: Float64Array.from(rows, (row) => column.values[row] ?? NaN) };
}
