import { ascending, numbers, pick, rowsWhere } from '../statistics/sample/rows';
import type { Column, TextColumn } from '../table/column';
import { timeValuesOf } from '../table/time-values';
import { numbersAreDates, writtenDates } from './written-dates';
import type { Inquiry } from '../verdict/inquiry';
import { scoreColumns, type StudyOfRows } from './score-columns';
import { neighbouringScores } from '../study/contrast/shared-scores';

/** Rows next to each other go together from here on (one-sided 5%). */
const GO_TOGETHER = 1.645;
/** Whole numbers that fill their range this well count something: rows, weeks, days. */
const FILLED = 0.8;
/** Fewer points than this show no order. */
const MIN_POINTS = 10;

/** An undeclared column along whose order the rows' scores go together. */
export interface OrderingColumn {
  readonly column: string;
  readonly points: number;
  readonly z: number;
}

/** Undeclared times, dates and counters along which rows are not independent, the clearest first. */
export function orderingColumns(inquiry: Inquiry): readonly OrderingColumn[] {
  return scoreColumns(inquiry, examine);
}

function examine(column: Column, study: StudyOfRows, scores: Float64Array): OrderingColumn | null {
  const times = orderOf(column);
  if (times === null) return null;
  const when = pick(times, study.selection.rows);
  const known = rowsWhere(when.length, (i) => !Number.isNaN(when[i] ?? NaN));
  const points = sumByPoint(pick(when, known), pick(scores, known));
  if (points.length < MIN_POINTS) return null;
  const z = neighbouringScores(points);
  return z > GO_TOGETHER ? { column: column.name, points: points.length, z } : null;
}

/** A column as an order of rows: times, dates however written, and whole numbers that count in equal steps without gaps. */
export function orderOf(column: Column): Float64Array | null {
  if (column.type === 'time') return column.values;
  if (column.type === 'boolean') return null;
  const values = timeValuesOf(column);
  if (column.type === 'string') return values ?? orderOfTexts(column);
  if (values === null) return null;
  let low = Infinity;
  let high = -Infinity;
  const seen = new Set<number>();
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (!Number.isInteger(value)) return null;
    seen.add(value);
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (seen.size < MIN_POINTS) return null;
  let step = 0;
  for (const value of seen) step = greatestDivisor(value - low, step);
  return seen.size >= FILLED * ((high - low) / step + 1) || numbersAreDates(values) ? values : null;
}

function orderOfTexts({ levels, codes }: TextColumn): Float64Array | null {
  const dates = writtenDates(levels);
  return dates === null ? null : numbers(codes.length, (i) => dates[codes[i] ?? -1] ?? NaN);
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

function sumByPoint(when: Float64Array, scores: Float64Array): Float64Array {
  const sums: number[] = [];
  let last = NaN;
  for (const i of ascending(when)) {
    const score = scores[i] ?? NaN;
    if (when[i] === last) sums[sums.length - 1] = (sums.at(-1) ?? 0) + score;
    else sums.push(score);
    last = when[i] ?? NaN;
  }
  return Float64Array.from(sums);
}
