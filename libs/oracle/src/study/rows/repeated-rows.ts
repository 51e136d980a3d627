import type { Column } from '../../table/column';
import type { Table } from '../../table/table';
import { avalanche } from '../../statistics/sample/hash-random';
import { numbers, rowsWhere } from '../../statistics/sample/rows';
import type { Factor } from '../variable/factor';
import { PerRows } from './per-rows';
import { HashPlaces, hashRow } from './row-hash';

/** Looked up once: in the sandboxes that tests run in, every look-up of a global costs more than the arithmetic. */
const { abs, floor, log10, round } = Math;

/** Rows that say the same as others. */
export interface RepeatedRows {
  readonly rows: number;
  readonly distinct: number;
  /** Partition into different rows, or null when only the amount of copying is known. */
  readonly factor: Factor | null;
  readonly why: string;
}

/** A column is fine when chance would make fewer than this share of its rows agree with another. */
const CHANCE = 0.2;
/** The grid is looked at within so many equal parts of the sorted rows, over a sample of them. */
const BINS = 20;
const SAMPLE = 1000;
/** Decimal places are read from so many of them. */
const READ = 100;
/** A value so many times as common as values usually are (zero, a cap) is an atom: rows agree on it without being copies. */
const ATOM = 5;
/** So many different rows, all counted an even number of times, is no coincidence (2^−10). */
const MIN_CELLS = 10;
/** Above this many rows a part chosen by content is looked at first: copies are chosen together. */
export const LARGE = 200_000;

/**
 * Looks for copied rows among the given ones. Whole-row equality is meaningful only where a column is recorded finely
 * enough that rows rarely agree by chance; among the claim's own columns that reveals join fan-out too.
 */
export function repeatedRows(table: Table, rows: Int32Array, claimed: readonly string[]): RepeatedRows | null {
  const known = found.of(table, rows);
  const key = JSON.stringify(claimed);
  const before = known.get(key);
  if (before !== undefined) return before;
  const answer = lookForCopies(table, rows, claimed);
  known.set(key, answer);
  return answer;
}

const found = new PerRows((_table: Table, _rows) => new Map<string, RepeatedRows | null>());

function lookForCopies(table: Table, rows: Int32Array, claimed: readonly string[]): RepeatedRows | null {
  const own = claimed.map((name) => table.column(name)).filter((column) => column !== undefined);
  const fine = own.filter((column) => chanceOfAgreement(column, rows) < CHANCE);
  const [finest] = fine;
  if (finest === undefined) return evenCounts(table, rows);
  const why = `${fine.map(({ name }) => name).join(', ')} repeats to the last digit`;
  const part = rows.length > LARGE ? chosenByContent(finest, rows) : rows;
  const loose = fine.reduce((left, column) => looseRows(column, left), part);
  const factor = partitionRows(own, loose);
  if (part.length === rows.length)
    return { rows: loose.length, distinct: factor.count, factor: loose.length === rows.length ? factor : null, why };
  const copied = factor.count < loose.length * 0.99;
  return {
    rows: loose.length,
    distinct: factor.count,
    factor: copied && loose.length === part.length ? partitionRows(own, rows) : null,
    why,
  };
}

/** About one in sixteen values of the column, with all their rows. */
export function chosenByContent(column: Column, rows: Int32Array): Int32Array {
  return rows.filter((row) => (avalanche(hashRow([column], row)) & 15) === 0);
}

/** Every different row occurs a multiple of m ≥ 2 times: the table was loaded more than once. */
function evenCounts(table: Table, rows: Int32Array): RepeatedRows | null {
  const factor = partitionRows(table.columns, rows);
  if (factor.count < MIN_CELLS) return null;
  const sizes = new Float64Array(factor.count);
  for (const code of factor.codes) sizes[code] = (sizes[code] ?? NaN) + 1;
  const common = sizes.reduce(greatestCommonDivisor);
  if (common < 2)
    return { rows: rows.length, distinct: rows.length, factor: null, why: 'counts have no common factor' };
  return {
    rows: rows.length,
    distinct: rows.length / common,
    factor: null,
    why: `every different row occurs a multiple of ${common} times`,
  };
}

export function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/**
 * How finely the column is recorded: the share of rows that would agree with another by chance if values were spread
 * evenly over their own grid within each twentieth of the rows. Money and counts crowd where most rows are, however far
 * their largest value: many are equal by rounding, not by copying.
 */
export function chanceOfAgreement(column: Column, rows: Int32Array): number {
  return chances.of(column, rows);
}

const chances = new PerRows(agreementByChance);

function agreementByChance(column: Column, rows: Int32Array): number {
  if (column.type === 'string' || column.type === 'boolean') return 1;
  const stride = Math.max(1, Math.floor(rows.length / SAMPLE));
  const sample = numbers(Math.ceil(rows.length / stride), (i) => column.values[rows[i * stride] ?? -1] ?? NaN)
    .filter((value) => !Number.isNaN(value))
    .sort();
  if (sample.length === 0) return 1;
  const step = Math.max(1, Math.floor(sample.length / READ));
  const places = sample.filter((_, i) => i % step === 0).map(decimalsOf);
  const decimals = places.sort()[Math.floor(places.length / 2)] ?? 0;
  const grid = 10 ** Math.min(decimals, 300);
  const perBin = rows.length / BINS;
  let agreeing = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const at = (share: number): number => sample[Math.round(share * (sample.length - 1))] ?? NaN;
    const cells = (at((bin + 1) / BINS) - at(bin / BINS)) * grid;
    agreeing += cells > 0 ? Math.min(1, perBin / cells) : 1;
  }
  return agreeing / BINS;
}

/** A number that needs more digits than these is recorded as finely as it can be; how many it has makes no difference. */
const WRITTEN = 12;

/** Decimal places of the shortest text of a number; negative for trailing zeros of whole ones. */
function decimalsOf(value: number): number {
  if (value === 0 || !Number.isFinite(value)) return -300;
  if (Number.isSafeInteger(value)) return -trailingZeros(value);
  const fine = WRITTEN - 1 - floor(log10(abs(value)));
  const scale = 10 ** fine;
  if (fine > 0 && fine < 22 && round(value * scale) / scale !== value) return fine;
  const [digits = '', power = '0'] = value.toExponential().split('e');
  return digits.replace(/^-?\d\.?/, '').length - Number(power);
}

function trailingZeros(whole: number): number {
  let zeros = 0;
  for (let rest = whole; rest % 10 === 0; rest /= 10) zeros++;
  return zeros;
}

/** Rows whose value of the column is not an atom. */
export function looseRows(column: Column, rows: Int32Array): Int32Array {
  return loose.of(column, rows);
}

const loose = new PerRows(withoutAtoms);

function withoutAtoms(column: Column, rows: Int32Array): Int32Array {
  const { codes, count } = partitionRows([column], rows);
  const sizes = new Float64Array(count);
  for (const code of codes) sizes[code] = (sizes[code] ?? NaN) + 1;
  const usual = sizes.slice().sort()[Math.floor(count / 2)] ?? 1;
  const places = rowsWhere(rows.length, (i) => (sizes[codes[i] ?? 0] ?? 0) <= ATOM * usual);
  return places.length === rows.length ? rows : places.map((i) => rows[i] ?? -1);
}

/** Partition of the rows by equality of all columns given, numbered in order of first appearance. */
export function partitionRows(columns: readonly Column[], rows: Int32Array): Factor {
  const [only] = columns;
  if (columns.length === 1 && only !== undefined) return partitions.of(only, rows);
  // Rows that differ in one column differ.
  const apart = columns.map((column) => partitions.known(column, rows)).find((known) => known?.count === rows.length);
  return apart ?? numberRows(columns, rows);
}

const partitions = new PerRows((column: Column, rows) => numberRows([column], rows));

function numberRows(columns: readonly Column[], rows: Int32Array): Factor {
  const places = new HashPlaces(columns, rows);
  const codes = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) codes[i] = places.placeOf(i);
  return { codes, count: places.count };
}
