import type { Column } from '../table/column';
import type { Table } from '../table/table';
import { avalanche } from '../statistics/hash-random';
import type { Factor } from './factor';

/** Rows that say the same as others. */
export interface RepeatedRows {
  readonly rows: number;
  readonly distinct: number;
  /** Partition into different rows, or null when only the amount of copying is known. */
  readonly factor: Factor | null;
  readonly why: string;
}

/** A column is fine when chance would make fewer than this share of its rows agree. */
const CHANCE = 0.002;
/** A single value held by this share of rows (zero, say) is an atom: rows agree on it without being copies. */
const ATOM = 0.02;
/** So many different rows, all counted an even number of times, is no coincidence (2^−10). */
const LEAST_CELLS = 10;

/**
 * Looks for copied rows among the given ones. Whole-row equality is meaningful only where a column is recorded finely
 * enough that rows rarely agree by chance; among the claim's own columns that reveals join fan-out too.
 */
export function repeatedRows(table: Table, rows: Int32Array, claimed: readonly string[]): RepeatedRows | null {
  const own = claimed.map((name) => table.column(name)).filter((column) => column !== undefined);
  const fine = own.filter((column) => isFine(column, rows));
  if (fine.length > 0) {
    const factor = partitionRows(own, rows);
    const atoms = fine.every((column) => hasAtom(column, rows));
    if (!atoms) return { rows: rows.length, distinct: factor.count, factor, why: `${fine.map(({ name }) => name).join(', ')} repeats to the last digit` };
    const loose = rows.filter((row) => fine.some((column) => !isAtom(column, row, rows)));
    const distinct = partitionRows(own, loose).count;
    return { rows: loose.length, distinct, factor: null, why: `${fine.map(({ name }) => name).join(', ')} repeats to the last digit` };
  }
  return evenCounts(table, rows);
}

/** Every different row occurs a multiple of m ≥ 2 times: the table was loaded more than once. */
function evenCounts(table: Table, rows: Int32Array): RepeatedRows | null {
  const factor = partitionRows(table.columns, rows);
  if (factor.count < LEAST_CELLS) return null;
  const sizes = new Float64Array(factor.count);
  for (const code of factor.codes) sizes[code] = (sizes[code] ?? NaN) + 1;
  const common = sizes.reduce(greatestCommonDivisor);
  if (common < 2) return { rows: rows.length, distinct: rows.length, factor: null, why: 'counts have no common factor' };
  return { rows: rows.length, distinct: rows.length / common, factor: null, why: `every different row occurs a multiple of ${common} times` };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** How finely the column is recorded: rows that would agree by chance if its values were spread over its own grid. */
function isFine(column: Column, rows: Int32Array): boolean {
  if (column.type === 'string' || column.type === 'boolean') return false;
  let decimals = 0;
  let low = Infinity;
  let high = -Infinity;
  const stride = Math.max(1, Math.floor(rows.length / 2000));
  for (let i = 0; i < rows.length; i += stride) {
    const value = column.values[rows[i] ?? -1] ?? NaN;
    decimals = Math.max(decimals, decimalsOf(value));
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const cells = (high - low) * 10 ** Math.min(decimals, 300);
  // Three times: values crowd in the middle of their range.
  return cells > 0 && (3 * rows.length) / cells < CHANCE * 100;
}

/** Decimal places of the shortest text of a number; negative for trailing zeros of whole ones. */
function decimalsOf(value: number): number {
  if (value === 0 || !Number.isFinite(value)) return -300;
  const [digits = '', power = '0'] = value.toExponential().split('e');
  return digits.replace(/^-?\d\.?/, '').length - Number(power);
}

function mostCommon(column: Column, rows: Int32Array): { value: number; share: number } {
  const counts = new Map<number, number>();
  const stride = Math.max(1, Math.floor(rows.length / 5000));
  let seen = 0;
  for (let i = 0; i < rows.length; i += stride) {
    const value = column.type === 'string' ? (column.codes[rows[i] ?? -1] ?? -1) : (column.values[rows[i] ?? -1] ?? NaN);
    counts.set(value, (counts.get(value) ?? 0) + 1);
    seen++;
  }
  const [value = NaN, count = 0] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [NaN, 0]);
  return { value, share: count / Math.max(1, seen) };
}

function hasAtom(column: Column, rows: Int32Array): boolean {
  const { share } = mostCommon(column, rows);
  return share > ATOM && share * rows.length > 50;
}

function isAtom(column: Column, row: number, rows: Int32Array): boolean {
  return column.type !== 'string' && column.values[row] === cachedAtom(column, rows);
}

const atoms = new WeakMap<Int32Array, Map<string, number>>();

function cachedAtom(column: Column, rows: Int32Array): number {
  const known = atoms.get(rows) ?? new Map<string, number>();
  atoms.set(rows, known);
  const value = known.get(column.name) ?? mostCommon(column, rows).value;
  known.set(column.name, value);
  return value;
}

/** Partition by equality of all columns given (two 32-bit hashes; a collision needs 2^32 rows to be likely). */
export function partitionRows(columns: readonly Column[], rows: Int32Array): Factor {
  const bits = new DataView(new ArrayBuffer(8));
  const places = new Map<number, number>();
  const codes = new Int32Array(rows.length);
  rows.forEach((row, i) => {
    let a = 17;
    let b = 91;
    columns.forEach((column, j) => {
      if (column.type === 'string') bits.setFloat64(0, column.codes[row] ?? -1);
      else bits.setFloat64(0, (column.values[row] ?? NaN) + 0);
      a = avalanche(a ^ bits.getInt32(0) ^ Math.imul(j + 1, 0x27d4eb2f)) ^ bits.getInt32(4);
      b = avalanche(b + Math.imul(bits.getInt32(4), 31) + bits.getInt32(0));
    });
    const key = (avalanche(a) >>> 0) * 2 ** 20 + ((b >>> 0) & 0xfffff);
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    codes[i] = place;
  });
  return { codes, count: places.size };
}
