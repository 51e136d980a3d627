import { type Claim, roleColumn } from '../claim/claim';
import type { Table } from '../table/table';
import { timeValuesOf } from '../table/time-values';
import { selectRows } from './rows/selection';
import { type BuiltStudy, refused } from './study';
import { type Measure, measureOf } from './variable/measure-of';

const MILLISECONDS_PER_DAY = 86_400_000;

/** A value over time: one mean per point in time, in order. Rows within a point are not separate evidence of a trend. */
export function buildTrendStudy(table: Table, claim: Claim): BuiltStudy {
  const timeName = roleColumn(claim, 'time') ?? '';
  const name = roleColumn(claim, 'value') ?? '';
  const timeColumn = table.column(timeName);
  const times = timeColumn === undefined ? null : timeValuesOf(timeColumn);
  if (times === null) return refused(`"${timeName}" has neither dates nor numbers`);
  const measure = measureOf(table, claim, name);
  if (!measure.ok) return measure;
  const selection = selectRows(table, [timeName, ...measure.columns]);
  const isDated = timeColumn?.type === 'time' || timeColumn?.type === 'string';
  const points = meansByTime(times, measure, selection.rows);
  return {
    ok: true,
    study: {
      shape: 'trend',
      n: points.time.length,
      selection,
      outcome: measure.name,
      timeName,
      binary: false,
      ratioBy: measure.ratio?.by ?? null,
      clusters: null,
      y: points.value,
      time: isDated ? points.time.map((time) => time / MILLISECONDS_PER_DAY) : points.time,
      isDated,
      rowsPerPoint: selection.rows.length / Math.max(1, points.time.length),
    },
  };
}

function meansByTime(
  times: Float64Array,
  { values, ratio }: Measure,
  rows: Int32Array,
): { time: Float64Array; value: Float64Array } {
  const above = ratio?.numerator ?? values;
  const sums = new Map<number, { total: number; count: number }>();
  for (const row of rows) {
    const time = times[row] ?? NaN;
    const held = sums.get(time) ?? { total: 0, count: 0 };
    held.total += above[row] ?? NaN;
    held.count += ratio === null ? 1 : (ratio.denominator[row] ?? NaN);
    sums.set(time, held);
  }
  const sorted = [...sums].filter(([, { count }]) => count > 0).sort(([a], [b]) => a - b);
  return {
    time: Float64Array.from(sorted, ([time]) => time),
    value: Float64Array.from(sorted, ([, { total, count }]) => total / count),
  };
}
