import { type Claim, roleColumn } from '../claim/claim';
import type { Table } from '../table/table';
import { timeValuesOf } from '../table/time-values';
import { partitionBy } from './clusters-of';
import { pick } from '../statistics/rows';
import { type ContrastStudy, NO_ADJUSTERS, type TrendStudy } from './study';
import { variableOf } from './variable';

/** A trend over single rows, clustered by time: what segments can be held fixed in. Null when each time has one row. */
export function rowLevelTrend(table: Table, claim: Claim, study: TrendStudy): ContrastStudy | null {
  if (study.rowsPerPoint < 1.5) return null;
  const timeColumn = table.column(study.timeName);
  const valueColumn = table.column(roleColumn(claim, 'value') ?? '');
  const times = timeColumn === undefined ? null : timeValuesOf(timeColumn);
  const variable = valueColumn === undefined ? null : variableOf(valueColumn);
  if (timeColumn === undefined || times === null || variable === null) return null;
  const { rows } = study.selection;
  return {
    shape: 'contrast',
    n: rows.length,
    selection: study.selection,
    outcome: study.outcome,
    focal: study.timeName,
    binary: variable.binary,
    x: pick(times, rows),
    y: pick(variable.values, rows),
    sides: null,
    adjusters: NO_ADJUSTERS,
    paired: false,
    series: null,
    timeClusters: null,
    clusters: partitionBy(timeColumn, rows, 'time'),
  };
}
