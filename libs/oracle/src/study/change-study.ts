import { numbers } from '../statistics/rows';
import { type Claim, roleColumn } from '../claim/claim';
import { levelsOf } from '../table/levels';
import type { Table } from '../table/table';
import { parseTime, timeValuesOf } from '../table/time-values';
import { partitionBy, unitColumn } from './clusters-of';
import { buildContrastStudy } from './contrast-study';
import { buildPairedStudy } from './mean-study';
import { selectRows } from './selection';
import { type BuiltStudy, type ContrastStudy, NO_ADJUSTERS, refused, type Selection } from './study';
import { subjectLevel, variableOf } from './variable';

/** Before/after in columns, or a value in long form with a start of treatment. */
export function buildChangeStudy(table: Table, claim: Claim): BuiltStudy {
  const before = roleColumn(claim, 'before');
  const after = roleColumn(claim, 'after');
  if (before !== undefined && after !== undefined) {
    const group = roleColumn(claim, 'group');
    return group === undefined
      ? buildPairedStudy(table, claim, before, after)
      : buildContrastStudy(table, claim, { x: group, y: after, grouped: true, extra: [before] });
  }
  return buildLongForm(table, claim);
}

interface LongForm {
  readonly selection: Selection;
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly start: number;
  /** 1 for rows of the treated group; all 1 without a group. */
  readonly treated: Float64Array;
  readonly group: string | null;
  readonly unit: string | null;
}

function buildLongForm(table: Table, claim: Claim): BuiltStudy {
  const read = readLongForm(table, claim);
  if (typeof read === 'string') return refused(read);
  const name = roleColumn(claim, 'value') ?? '';
  return read.unit !== null && read.group !== null ? unitChanges(table, read, name) : seriesStep(read, name);
}

function readLongForm(table: Table, claim: Claim): LongForm | string {
  const [value = '', time = ''] = ['value', 'time'].map((role) => roleColumn(claim, role));
  const group = roleColumn(claim, 'group') ?? null;
  const unit = unitColumn(claim, table);
  const valueColumn = table.column(value);
  const timeColumn = table.column(time);
  const variable = valueColumn === undefined ? null : variableOf(valueColumn);
  const times = timeColumn === undefined ? null : timeValuesOf(timeColumn);
  if (variable === null || times === null) return `"${value}" must have numbers and "${time}" dates or numbers`;
  const start = startOf(claim);
  if (start === null) return 'declare treatment_start, the time from which the change is claimed';
  const selection = selectRows(table, [
    value,
    time,
    ...(group === null ? [] : [group]),
    ...(unit === null ? [] : [unit]),
  ]);
  const treated = group === null ? variable.values.map(() => 1) : treatedFlags(table, group);
  if (treated === null) return `"${group}" must have two values, treated and untreated`;
  return { selection, times, values: variable.values, start, treated, group, unit };
}

function startOf(claim: Claim): number | null {
  const { treatment_start: start } = claim.declared;
  if (start === undefined) return null;
  const time = typeof start === 'number' ? start : parseTime(start);
  return Number.isFinite(time) ? time : null;
}

function treatedFlags(table: Table, group: string): Float64Array | null {
  const column = table.column(group);
  const levels = column === undefined ? null : levelsOf(column, 2);
  if (levels === null || levels.labels.length !== 2) return null;
  const subject = subjectLevel(levels);
  return numbers(levels.codes.length, (i) => (levels.codes[i] === subject ? 1 : 0));
}

/** One change per unit (mean after minus mean before), compared between the groups (Bertrand, Duflo & Mullainathan 2004). */
function unitChanges(
  table: Table,
  { selection, times, values, start, treated, group, unit }: LongForm,
  name: string,
): BuiltStudy {
  const column = unit === null ? undefined : table.column(unit);
  if (column === undefined || group === null) return refused('the unit is not a column');
  const units = partitionBy(column, selection.rows);
  const cells = Array.from({ length: units.count }, () => ({ before: 0, beforeN: 0, after: 0, afterN: 0, treated: 0 }));
  selection.rows.forEach((row, i) => {
    const cell = cells[units.codes[i] ?? 0];
    if (cell === undefined) return;
    const late = (times[row] ?? NaN) >= start;
    cell[late ? 'after' : 'before'] += values[row] ?? NaN;
    cell[late ? 'afterN' : 'beforeN']++;
    cell.treated = treated[row] ?? NaN;
  });
  const whole = cells.filter((cell) => cell.beforeN > 0 && cell.afterN > 0);
  return {
    ok: true,
    study: {
      ...emptyContrast(selection, name),
      n: whole.length,
      focal: group,
      y: Float64Array.from(whole, (cell) => cell.after / cell.afterN - cell.before / cell.beforeN),
      x: Float64Array.from(whole, (cell) => cell.treated),
      sides: { subject: 'treated', reference: 'untreated' },
    },
  };
}

/** Without units: the (difference of) means per time, before and after the start, as one series. */
function seriesStep({ selection, times, values, start, treated, group }: LongForm, name: string): BuiltStudy {
  const points = new Map<number, { sum: [number, number]; count: [number, number] }>();
  for (const row of selection.rows) {
    const time = times[row] ?? NaN;
    const arm = treated[row] === 1 ? 1 : 0;
    const point = points.get(time) ?? { sum: [0, 0], count: [0, 0] };
    point.sum[arm] += values[row] ?? NaN;
    point.count[arm]++;
    points.set(time, point);
  }
  const whole = [...points]
    .sort(([a], [b]) => a - b)
    .filter(([, { count }]) => count[1] > 0 && (group === null || count[0] > 0));
  return {
    ok: true,
    study: {
      ...emptyContrast(selection, name),
      n: whole.length,
      focal: 'after the start',
      series: 'time',
      y: Float64Array.from(whole, ([, { sum, count }]) => sum[1] / count[1] - (group === null ? 0 : sum[0] / count[0])),
      x: Float64Array.from(whole, ([time]) => (time >= start ? 1 : 0)),
      sides: { subject: 'after', reference: 'before' },
    },
  };
}

function emptyContrast(
  selection: Selection,
  outcome: string,
): Omit<ContrastStudy, 'n' | 'x' | 'y' | 'focal' | 'sides'> {
  return {
    shape: 'contrast',
    selection,
    outcome,
    binary: false,
    ratioBy: null,
    clusters: null,
    adjusters: NO_ADJUSTERS,
    paired: false,
    series: null,
    timeClusters: null,
  };
}
