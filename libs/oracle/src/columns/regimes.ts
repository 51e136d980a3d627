import { pickCodes } from '../statistics/sample/rows';
import type { TrendStudy } from '../study/study';
import { type Column } from '../table/column';
import { levelsOf } from '../table/levels';
import { timeValuesOf } from '../table/time-values';
import type { Inquiry } from '../verdict/inquiry';
import { undeclaredColumns } from './undeclared-columns';

/** More stretches of time than this are seasons or years, no change of an instrument. */
const MAX_STRETCHES = 4;
/** Points that a stretch has at least. */
const MIN_POINTS = 4;

/** An undeclared column that stays the same for a stretch of time and then changes for good. */
export interface Regimes {
  readonly column: string;
  /** For each stretch but the first, 1 at its points of the trend. */
  readonly indicators: readonly Float64Array[];
}

/** Undeclared columns whose values each hold for one stretch of the trend's time: devices, versions, offices. */
export function regimesOf({ table, claim }: Inquiry, study: TrendStudy): readonly Regimes[] {
  const column = table.column(study.timeName);
  const times = column === undefined ? null : timeValuesOf(column);
  if (times === null) return [];
  return undeclaredColumns(table, claim).flatMap((other) => {
    const indicators = stretches(other, study, times);
    return indicators === null ? [] : [{ column: other.name, indicators }];
  });
}

function stretches(column: Column, study: TrendStudy, times: Float64Array): readonly Float64Array[] | null {
  const levels = levelsOf(column, MAX_STRETCHES);
  if (levels === null || levels.labels.length < 2) return null;
  const { rows } = study.selection;
  const codes = pickCodes(levels.codes, rows);
  const bounds = levels.labels.map(() => ({ first: Infinity, last: -Infinity }));
  for (const [i, code] of codes.entries()) {
    const bound = bounds[code];
    const time = times[rows[i] ?? -1] ?? NaN;
    if (bound === undefined) return null;
    bound.first = Math.min(bound.first, time);
    bound.last = Math.max(bound.last, time);
  }
  const inOrder = bounds.filter(({ last }) => last > -Infinity).sort((a, b) => a.first - b.first);
  if (inOrder.length < 2 || inOrder.some(({ first }, i) => i > 0 && first <= (inOrder[i - 1]?.last ?? NaN)))
    return null;
  const own = Float64Array.from(new Set(pickTimes(times, rows))).sort();
  const points = inOrder.map(({ first, last }) => own.map((time) => (time >= first && time <= last ? 1 : 0)));
  const isLong = points.every((point) => point.reduce((a, b) => a + b, 0) >= MIN_POINTS);
  return isLong && own.length === study.n ? points.slice(1) : null;
}

function pickTimes(times: Float64Array, rows: Int32Array): Float64Array {
  const result = new Float64Array(rows.length);
  rows.forEach((row, i) => (result[i] = times[row] ?? NaN));
  return result;
}
