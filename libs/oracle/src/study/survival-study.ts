import { type Claim, roleColumn } from '../claim/claim';
import { levelsOf } from '../table/levels';
import type { Table } from '../table/table';
import { timeValuesOf } from '../table/time-values';
import { clusterColumn, clustersOf } from './rows/clusters-of';
import { selectRows } from './rows/selection';
import { numbers, pick } from '../statistics/sample/rows';
import { type BuiltStudy, refused } from './study';
import { subjectLevel, variableOf } from './variable/variable';

export function buildSurvivalStudy(table: Table, claim: Claim): BuiltStudy {
  const [time = '', event = '', group = ''] = ['time', 'event', 'group'].map((role) => roleColumn(claim, role));
  const eventColumn = table.column(event);
  const groupColumn = table.column(group);
  const durationColumn = table.column(time);
  const happened = eventColumn === undefined ? null : variableOf(eventColumn);
  if (happened === null || !happened.binary) return refused(`"${event}" must be 0/1 or yes/no: was the event seen?`);
  const levels = groupColumn === undefined ? null : levelsOf(groupColumn, 2);
  if (levels === null || levels.labels.length !== 2)
    return refused(`"${group}" must have two values; compare two groups at a time`);
  if (durationColumn === undefined || durationColumn.type === 'string')
    return refused(`"${time}" must have the time to the event as a number`);
  const cluster = clusterColumn(claim, table);
  const selection = selectRows(table, [time, event, group, ...(cluster === null ? [] : [cluster])]);
  const { rows } = selection;
  const duration = pick(durationColumn.values, rows);
  if (duration.some((value) => value < 0)) return refused(`"${time}" has negative durations`);
  const subject = subjectLevel(levels);
  return {
    ok: true,
    study: {
      shape: 'survival',
      n: rows.length,
      selection,
      focal: group,
      duration,
      event: pick(happened.values, rows),
      exposed: numbers(rows.length, (i) => (levels.codes[rows[i] ?? -1] === subject ? 1 : 0)),
      sides: { subject: levels.labels[subject] ?? '', reference: levels.labels[1 - subject] ?? '' },
      clusters: clustersOf(claim, table, rows),
      start: exposureStart(table, claim, rows),
    },
  };
}

function exposureStart(table: Table, claim: Claim, rows: Int32Array): Float64Array | null {
  const { treatment_start: start } = claim.declared;
  if (typeof start === 'number') return new Float64Array(rows.length).fill(start);
  const column = start === undefined ? undefined : table.column(start);
  const values = column === undefined ? null : timeValuesOf(column);
  return values === null ? null : pick(values, rows);
}
