import type { Column, NumericColumn } from '../../table/column';
import { levelsOf } from '../../table/levels';
import type { Table } from '../../table/table';
import { avalanche } from '../../statistics/sample/hash-random';
import { ascending, numbers, pick, rowsWhere } from '../../statistics/sample/rows';
import { type Factor, partSizes } from '../variable/factor';
import { PerRows } from './per-rows';
import { HashPlaces, hashRow } from './row-hash';

/** Looked up once: in the sandboxes that tests run in, every look-up of a global costs more than the arithmetic. */
const { abs, floor, log10, max, round } = Math;

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
/** Values that a side has for itself by chance in so few tables. */
const COINCIDENCE = 1e-6;
/** Two sides whose values do not overlap are two runs. */
const MIN_RUNS = 4;
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
  if (finest === undefined) {
    const factor = timesEach(own, rows) ?? sameOnOneSide(own, rows);
    if (factor !== null)
      return { rows: rows.length, distinct: factor.count, factor, why: 'the same values stand together' };
    return evenCounts(table, rows);
  }
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

/**
 * Every different combination of the claim's values occurs a multiple of m ≥ 2 times: a join made m rows of each. As many
 * parts of m rows as that makes; null where it is not so, or too few combinations say it.
 */
function timesEach(own: readonly Column[], rows: Int32Array): Factor | null {
  const { codes, count } = partitionRows(own, rows);
  if (count < MIN_CELLS) return null;
  const sizes = partSizes({ codes, count });
  const times = sizes.reduce(greatestCommonDivisor);
  if (times < 2) return null;
  let parts = 0;
  const next = sizes.map((size) => (parts += size / times) - size / times);
  const within = new Int32Array(count);
  return {
    codes: codes.map((code) => {
      const place = within[code] ?? 0;
      within[code] = place + 1;
      return (next[code] ?? NaN) + Math.floor(place / times);
    }),
    count: parts,
  };
}

/**
 * Every number stands on one side only though it repeats, and sides alternate from one number to the next: chance puts
 * rows of equal value on both. The parts of equal rows; null where it is not so.
 */
function sameOnOneSide(own: readonly Column[], rows: Int32Array): Factor | null {
  const side = own.find((column) => levelsOf(column, 2) !== null);
  const [value, another] = own.filter((column) => column !== side);
  if (side === undefined || value?.type !== 'number' || another !== undefined) return null;
  const parts = partitionRows(own, rows);
  if (parts.count < MIN_CELLS / 2 || parts.count !== partitionRows([value], rows).count) return null;
  const sides = partSizes(partitionRows([side], rows));
  const alike = sides.reduce((total, size) => total + (size / rows.length) ** 2, 0);
  if (!(alike ** (rows.length - parts.count) < COINCIDENCE)) return null;
  return runsOf(side, value, rows) < MIN_RUNS ? null : parts;
}

/** How often the side changes along the values, and one. */
function runsOf(side: Column, value: NumericColumn, rows: Int32Array): number {
  const order = ascending(pick(value.values, rows));
  const { codes } = partitionRows([side], rows);
  return order.reduce((runs, place, i) => (i > 0 && codes[place] !== codes[order[i - 1] ?? -1] ? runs + 1 : runs), 1);
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
/** Ratios with a larger denominator than this are as fine as any number; a ratio is met to so many digits. */
const MAX_BELOW = 1000;
const RATIO_DUST = 1e-11;

/** Decimal places of the shortest text of a number; negative for trailing zeros of whole ones. */
function decimalsOf(value: number): number {
  if (value === 0 || !Number.isFinite(value)) return -300;
  if (Number.isSafeInteger(value)) return -trailingZeros(value);
  const fine = WRITTEN - 1 - floor(log10(abs(value)));
  const scale = 10 ** fine;
  if (fine > 0 && fine < 22 && round(value * scale) / scale !== value) return fineOrRatio(value, fine);
  const [digits = '', power = '0'] = value.toExponential().split('e');
  return digits.replace(/^-?\d\.?/, '').length - Number(power);
}

/** A value that is a ratio of small whole numbers (39 answers of which so many are right) is recorded in steps of one of them. */
function fineOrRatio(value: number, fine: number): number {
  let [before, below, rest] = [0, 1, value - floor(value)];
  while (rest > RATIO_DUST && below <= MAX_BELOW) {
    const whole = floor(1 / rest);
    [before, below, rest] = [below, whole * below + before, 1 / rest - whole];
    if (abs(round(value * below) / below - value) < RATIO_DUST * max(1, abs(value)))
      return below <= MAX_BELOW ? log10(below) : fine;
  }
  return fine;
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
