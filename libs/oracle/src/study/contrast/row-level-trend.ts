import { type Claim, roleColumn } from '../../claim/claim';
import type { Table } from '../../table/table';
import { timeValuesOf } from '../../table/time-values';
import { partitionBy } from '../rows/clusters-of';
import { pick } from '../../statistics/sample/rows';
import { type ContrastStudy, NO_ADJUSTERS, type TrendStudy } from '../study';
import { linearised, measureOf } from '../variable/measure-of';

/** A trend over single rows, clustered by time: what segments can be held fixed in. Null when each time has one row. */
export function rowLevelTrend(table: Table, claim: Claim, study: TrendStudy): ContrastStudy | null {
  if (study.rowsPerPoint < 1.5) return null;
  const timeColumn = table.column(study.timeName);
  const measure = measureOf(table, claim, roleColumn(claim, 'value') ?? '');
  const times = timeColumn === undefined ? null : timeValuesOf(timeColumn);
  if (timeColumn === undefined || times === null || !measure.ok) return null;
  const { rows } = study.selection;
  const byTime = partitionBy(timeColumn, rows, 'time');
  return {
    shape: 'contrast',
    n: rows.length,
    selection: study.selection,
    outcome: study.outcome,
    focal: study.timeName,
    binary: measure.binary,
    ratioBy: study.ratioBy,
    x: pick(times, rows),
    y:
      measure.ratio === null
        ? pick(measure.values, rows)
        : linearised(measure.ratio, rows, (i) => byTime.codes[i] ?? 0, byTime.count),
    sides: null,
    adjusters: NO_ADJUSTERS,
    paired: false,
    series: null,
    timeClusters: null,
    clusters: byTime,
  };
}
