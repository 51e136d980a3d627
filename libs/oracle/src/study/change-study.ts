import { numbers } from '../statistics/sample/rows';
import { type Claim, roleColumn } from '../claim/claim';
import type { Column } from '../table/column';
import { levelsOf } from '../table/levels';
import type { Table } from '../table/table';
import { parseTime, timeValuesOf } from '../table/time-values';
import { assignedBy, clusterColumn, partitionBy, unitColumn } from './rows/clusters-of';
import { partitionRows } from './rows/repeated-rows';
import { linearised, type Measure, measureOf } from './variable/measure-of';
import { buildContrastStudy } from './contrast-study';
import { buildPairedStudy } from './mean-study';
import { selectRows } from './rows/selection';
import {
  type BuiltStudy,
  type ContrastStudy,
  type NamedClusters,
  NO_ADJUSTERS,
  refused,
  type Refused,
  type Selection,
} from './study';
import { subjectLevel } from './variable/variable';

/** Before/after in columns, or a value in long form with a start of treatment. */
export function buildChangeStudy(table: Table, claim: Claim): BuiltStudy {
  const before = roleColumn(claim, 'before');
  const after = roleColumn(claim, 'after');
  if (before !== undefined && after !== undefined) {
    const group = roleColumn(claim, 'group');
    return group === undefined
      ? buildPairedStudy(table, claim, before, after)
      : buildContrastStudy(table, claim, { x: group, y: after, grouped: true, before });
  }
  return buildLongForm(table, claim);
}

interface LongForm {
  readonly selection: Selection;
  readonly times: Float64Array;
  readonly measure: Measure;
  readonly start: number;
  /** 1 for rows of the treated group; all 1 without a group. */
  readonly treated: Float64Array;
  readonly group: string | null;
  readonly unit: string | null;
}

function buildLongForm(table: Table, claim: Claim): BuiltStudy {
  const read = readLongForm(table, claim);
  if (typeof read === 'string') return refused(read);
  return read.unit !== null && read.group !== null ? unitChanges(table, claim, read) : seriesStep(read);
}

function readLongForm(table: Table, claim: Claim): LongForm | string {
  const time = roleColumn(claim, 'time') ?? '';
  const group = roleColumn(claim, 'group') ?? null;
  const unit = unitColumn(claim, table) ?? assignedBy(claim);
  const measure = measureOf(table, claim, roleColumn(claim, 'value') ?? '');
  if (!measure.ok) return measure.reason;
  const timeColumn = table.column(time);
  const times = timeColumn === undefined ? null : timeValuesOf(timeColumn);
  if (times === null) return `"${time}" must have dates or numbers`;
  const start = startOf(claim);
  if (start === null) return 'declare treatment_start, the time from which the change is claimed';
  const selection = selectRows(table, [
    ...measure.columns,
    time,
    ...(group === null ? [] : [group]),
    ...(unit === null ? [] : [unit]),
  ]);
  const treated = group === null ? measure.values.map(() => 1) : treatedFlags(table, group);
  if (treated === null) return `"${group}" must have two values, treated and untreated`;
  return { selection, times, measure, start, treated, group, unit };
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

/** What the rows of one unit add up to, before the start and from then on. */
interface UnitCell {
  readonly above: [number, number];
  readonly below: [number, number];
  /** One of its rows. */
  readonly row: number;
}

/** One change per unit (after minus before), compared between the groups (Bertrand, Duflo & Mullainathan 2004). */
function unitChanges(table: Table, claim: Claim, read: LongForm): BuiltStudy {
  const { selection, measure, treated, group, unit } = read;
  const column = unit === null ? undefined : table.column(unit);
  if (column === undefined || group === null) return refused('the unit is not a column');
  const whole = unitCells(column, read).filter(({ below }) => below[0] > 0 && below[1] > 0);
  const side = (u: number): number => treated[whole[u]?.row ?? -1] ?? NaN;
  const clusters = clustersOfUnits(table, claim, column, selection.rows, whole);
  if (clusters !== null && 'reason' in clusters) return clusters;
  return {
    ok: true,
    study: {
      ...emptyContrast(selection, measure),
      n: whole.length,
      focal: group,
      clusters,
      y: changesOf(whole, measure, side),
      x: numbers(whole.length, side),
      sides: { subject: 'treated', reference: 'untreated' },
    },
  };
}

function unitCells(column: Column, { selection, times, measure, start }: LongForm): UnitCell[] {
  const units = partitionBy(column, selection.rows);
  const last = new Int32Array(units.count).fill(-1);
  selection.rows.forEach((row, i) => (last[units.codes[i] ?? 0] = row));
  const cells = Array.from(last, (row): UnitCell => ({ above: [0, 0], below: [0, 0], row }));
  selection.rows.forEach((row, i) => {
    const cell = cells[units.codes[i] ?? 0];
    if (cell === undefined) return;
    const late = (times[row] ?? NaN) >= start ? 1 : 0;
    cell.above[late] += (measure.ratio?.numerator ?? measure.values)[row] ?? NaN;
    cell.below[late] += measure.ratio === null ? 1 : (measure.ratio.denominator[row] ?? NaN);
  });
  return cells;
}

/** Of means, each unit's own; of ratios, what the unit adds to the change of its group's ratio (delta method). */
function changesOf(units: readonly UnitCell[], { ratio }: Measure, side: (u: number) => number): Float64Array {
  if (ratio === null) return Float64Array.from(units, ({ above, below }) => above[1] / below[1] - above[0] / below[0]);
  const ends = numbers(2 * units.length, (i) => i);
  const part = (i: number): number => 2 * (side(i >> 1) === 1 ? 1 : 0) + (i & 1);
  const sums = (of: 'above' | 'below'): Float64Array => ends.map((i) => units[i >> 1]?.[of][i & 1] ?? NaN);
  const added = linearised(
    { numerator: sums('above'), denominator: sums('below'), by: ratio.by },
    Int32Array.from(ends),
    part,
    4,
  );
  return numbers(units.length, (u) => (added[2 * u + 1] ?? NaN) - (added[2 * u] ?? NaN));
}

/** Units that were assigned together, or a declared cluster of whole units; null where each unit stands for itself. */
function clustersOfUnits(
  table: Table,
  claim: Claim,
  unit: Column,
  rows: Int32Array,
  units: readonly UnitCell[],
): NamedClusters | Refused | null {
  const name = clusterColumn(claim, table);
  const column = name === null ? undefined : table.column(name);
  if (column === undefined || column.name === unit.name) return null;
  const [each, both] = [partitionBy(unit, rows).count, partitionRows([unit, column], rows).count];
  if (both > each)
    return claim.declared.cluster === name
      ? null
      : refused(`"${unit.name}" has rows in more than one "${column.name}": whole units are assigned together`);
  const clusters = partitionBy(
    column,
    Int32Array.from(units, ({ row }) => row),
  );
  return clusters.count < units.length ? clusters : null;
}

/** Without units: the (difference of) means or ratios per time, before and after the start, as one series. */
function seriesStep({ selection, times, measure, start, treated, group }: LongForm): BuiltStudy {
  const points = new Map<number, { above: [number, number]; below: [number, number] }>();
  for (const row of selection.rows) {
    const time = times[row] ?? NaN;
    const arm = treated[row] === 1 ? 1 : 0;
    const point = points.get(time) ?? { above: [0, 0], below: [0, 0] };
    point.above[arm] += (measure.ratio?.numerator ?? measure.values)[row] ?? NaN;
    point.below[arm] += measure.ratio === null ? 1 : (measure.ratio.denominator[row] ?? NaN);
    points.set(time, point);
  }
  const whole = [...points]
    .sort(([a], [b]) => a - b)
    .filter(([, { below }]) => below[1] > 0 && (group === null || below[0] > 0));
  return {
    ok: true,
    study: {
      ...emptyContrast(selection, measure),
      n: whole.length,
      focal: 'after the start',
      series: 'time',
      y: Float64Array.from(
        whole,
        ([, { above, below }]) => above[1] / below[1] - (group === null ? 0 : above[0] / below[0]),
      ),
      x: Float64Array.from(whole, ([time]) => (time >= start ? 1 : 0)),
      sides: { subject: 'after', reference: 'before' },
    },
  };
}

function emptyContrast(
  selection: Selection,
  { name, ratio }: Measure,
): Omit<ContrastStudy, 'n' | 'x' | 'y' | 'focal' | 'sides'> {
  return {
    shape: 'contrast',
    selection,
    outcome: name,
    binary: false,
    ratioBy: ratio?.by ?? null,
    clusters: null,
    adjusters: NO_ADJUSTERS,
    paired: false,
    series: null,
    timeClusters: null,
  };
}
