import { type Claim, roleColumn } from '../claim/claim';
import type { Table } from '../table/table';
import { timeValuesOf } from '../table/time-values';
import { selectRows } from './selection';
import { type BuiltStudy, refused } from './study';
import { variableOf } from './variable';

const MILLISECONDS_PER_DAY = 86_400_000;

/** A value over time: one mean per point in time, in order. Rows within a point are not separate evidence of a trend. */
export function buildTrendStudy(table: Table, claim: Claim): BuiltStudy {
  const timeName = roleColumn(claim, 'time') ?? '';
  const name = roleColumn(claim, 'value') ?? '';
  const timeColumn = table.column(timeName);
  const column = table.column(name);
  const times = timeColumn === undefined ? null : timeValuesOf(timeColumn);
  const variable = column === undefined ? null : variableOf(column);
  if (times === null) return refused(`"${timeName}" holds neither dates nor numbers`);
  if (variable === null) return refused(`"${name}" does not hold numbers`);
  const selection = selectRows(table, [timeName, name]);
  const isDated = timeColumn?.type === 'time' || timeColumn?.type === 'string';
  const points = meansByTime(times, variable.values, selection.rows);
  return {
    ok: true,
    study: {
      shape: 'trend',
      n: points.time.length,
      selection,
      outcome: name,
      timeName,
      binary: false,
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
  values: Float64Array,
  rows: Int32Array,
): { time: Float64Array; value: Float64Array } {
  const sums = new Map<number, { total: number; count: number }>();
  for (const row of rows) {
    const time = times[row] ?? NaN;
    const held = sums.get(time);
    if (held === undefined) sums.set(time, { total: values[row] ?? NaN, count: 1 });
    else {
      held.total += values[row] ?? NaN;
      held.count++;
    }
  }
  const sorted = [...sums].sort(([a], [b]) => a - b);
  return {
    time: Float64Array.from(sorted, ([time]) => time),
    value: Float64Array.from(sorted, ([, { total, count }]) => total / count),
  };
}
