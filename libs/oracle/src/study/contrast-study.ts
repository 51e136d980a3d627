import { type Claim, roleColumn } from '../claim/claim';
import type { Sides } from '../claim/direction';
import type { Column } from '../table/column';
import { countCodes, type Levels, levelsOf } from '../table/levels';
import type { Table } from '../table/table';
import { timeValuesOf } from '../table/time-values';
import { adjusterNames, buildAdjusters, type BuiltAdjusters } from './contrast/adjusters-of';
import { crossoverAdjusters } from './contrast/crossover';
import { compact } from './variable/factor';
import { clusterColumn, clustersOf, partitionBy, unitColumn } from './rows/clusters-of';
import { repeatByCount, selectRows } from './rows/selection';
import { mean } from '../statistics/sample/compensated-sum';
import { neighbouringScores, sharedScores } from './contrast/shared-scores';
import { ascending, numbers, pick, pickCodes } from '../statistics/sample/rows';
import {
  type Adjusters,
  type BuiltStudy,
  type ContrastStudy,
  type NamedClusters,
  refused,
  type Refused,
  type Selection,
} from './study';
import { linearised, type Measure, measureOf, type Ratio, weighed } from './variable/measure-of';
import { subjectLevel, variableOf } from './variable/variable';

/** Most groups whose means are compared; more is a column of labels, not of groups. */
const MAX_GROUPS = 20;

/** Chance assigns sides that follow each other so clearly once in a thousand times. */
const FOLLOWS = 3;

/** How a kind's roles map onto "y on x". */
export interface ContrastRoles {
  readonly x: string;
  readonly y: string;
  /** x is a set of groups even when it holds numbers. */
  readonly grouped: boolean;
  /** Of a change: the same measure from before, held fixed besides the declared columns. */
  readonly before?: string;
}

/** Rows with a missing time are left out only when the time is used. */
function rolesNeeded(claim: Claim, table: Table, roles: ContrastRoles): readonly string[] {
  const time = roleColumn(claim, 'time');
  const cluster = clusterColumn(claim, table);
  const period = roleColumn(claim, 'period');
  return [
    roles.x,
    ...(period === undefined ? [] : [period]),
    ...adjusterNames(claim),
    ...(roles.before === undefined ? [] : [roles.before]),
    ...(time === undefined ? [] : [time]),
    ...(cluster === null ? [] : [cluster]),
  ];
}

/** Builds "y on x": a slope, a difference of two groups, or the means of several. */
export function buildContrastStudy(table: Table, claim: Claim, roles: ContrastRoles): BuiltStudy {
  const xColumn = table.column(roles.x);
  if (xColumn === undefined) return refused(`the table lacks "${roles.x}"`);
  const measure = measureOf(table, claim, roles.y);
  if (!measure.ok) return measure;
  const selection = countedRows(table, claim, [...rolesNeeded(claim, table, roles), ...measure.columns]);
  if (selection === null) return refused('the counts must be whole numbers, not negative, five million in all at most');
  const { rows } = selection;
  const exposure = exposureOf(xColumn, roles, rows);
  if (!exposure.ok) return exposure;
  const adjusters = adjustersOf(table, claim, roles, rows, weightedBefore(table, roles, measure, rows, exposure));
  if (!adjusters.ok) return refused(adjusters.reason);
  const shared = {
    n: rows.length,
    selection,
    outcome: measure.name,
    y: valuesOf(measure, rows, exposure),
    binary: measure.binary,
    ratioBy: measure.ratio?.by ?? null,
    clusters: clustersOf(claim, table, rows),
    focal: roles.x,
    adjusters: adjusters.adjusters,
  };
  if (exposure.groups !== null) return { ok: true, study: { ...shared, shape: 'groups', ...exposure.groups } };
  const { x, sides } = exposure;
  const study: ContrastStudy = {
    ...shared,
    shape: 'contrast',
    x,
    sides,
    series: null,
    timeClusters: null,
    paired: false,
  };
  return { ok: true, study: arrangeTime(table, claim, { ...study, paired: isPaired(table, claim, study) }) };
}

type HeldNumber = Adjusters['numeric'][number];

function adjustersOf(
  table: Table,
  claim: Claim,
  { before }: ContrastRoles,
  rows: Int32Array,
  weighted: HeldNumber | null,
): BuiltAdjusters {
  const crossed = crossoverAdjusters(table, claim, rows);
  if (crossed !== null) return 'reason' in crossed ? crossed : { ok: true, adjusters: crossed };
  const names = adjusterNames(claim);
  if (weighted === null) return buildAdjusters(table, [...names, ...(before === undefined ? [] : [before])], rows);
  const built = buildAdjusters(table, names, rows);
  if (!built.ok) return built;
  const { adjusters } = built;
  return {
    ok: true,
    adjusters: { ...adjusters, names: [...names, weighted.name], numeric: [...adjusters.numeric, weighted] },
  };
}

/** The measure from before with the weights of the outcome: what is taken away is then a difference of weighted means too. */
function weightedBefore(
  table: Table,
  { before }: ContrastRoles,
  { ratio }: Measure,
  rows: Int32Array,
  exposure: Exposure,
): HeldNumber | null {
  const column = before === undefined ? undefined : table.column(before);
  const values = column === undefined ? undefined : variableOf(column)?.values;
  if (column === undefined || values === undefined || ratio === null) return null;
  return { name: column.name, values: linearisedBy(weighed(values, ratio.denominator), rows, exposure) };
}

/** The outcome of each row; of a ratio, what the row adds to the ratio of its own group. */
function valuesOf({ values, ratio }: Measure, rows: Int32Array, exposure: Exposure): Float64Array {
  return ratio === null ? pick(values, rows) : linearisedBy(ratio, rows, exposure);
}

function linearisedBy(ratio: Ratio, rows: Int32Array, { groups, ...exposure }: Exposure): Float64Array {
  const group = 'x' in exposure ? exposure.x : groups?.codes;
  return linearised(ratio, rows, (i) => group?.[i] ?? 0, groups?.labels.length ?? 2);
}

type Exposure =
  | { readonly ok: true; readonly groups: { readonly codes: Int32Array; readonly labels: readonly string[] } }
  | { readonly ok: true; readonly groups: null; readonly x: Float64Array; readonly sides: Sides | null };

/** What x is over the selected rows: several groups, two sides, or numbers. */
function exposureOf(
  column: Column,
  { x: name, grouped: declared }: ContrastRoles,
  rows: Int32Array,
): Exposure | Refused {
  const levels = levelsOf(column, MAX_GROUPS);
  const present = levels === null ? [] : presentLabels(levels, rows);
  const grouped = declared || column.type === 'string' || (levels !== null && present.length === 2);
  if (grouped && levels === null)
    return refused(`"${name}" has more than ${MAX_GROUPS} different values: it does not name groups`);
  if (grouped && present.length < 2) return refused(`"${name}" has one value only; there is nothing to compare`);
  if (!grouped || levels === null) {
    const values = variableOf(column)?.values;
    return values === undefined
      ? refused(`"${name}" has times; a slope needs numbers (declare the kind "trend")`)
      : { ok: true, groups: null, x: pick(values, rows), sides: null };
  }
  if (present.length > 2) {
    const { codes } = compact(pickCodes(levels.codes, rows), levels.labels.length);
    return { ok: true, groups: { codes, labels: present } };
  }
  const sides = sidesOf(levels.labels, present, subjectLevel({ ...levels, labels: present }));
  const x = codesAgainst(levels.codes, levels.labels.indexOf(sides.subject));
  return { ok: true, groups: null, x: pick(x, rows), sides };
}

/** The complete rows, each as often as the role `count` says. */
export function countedRows(table: Table, claim: Claim, names: readonly string[]): Selection | null {
  const count = roleColumn(claim, 'count');
  const column = count === undefined ? undefined : table.column(count);
  if (count === undefined || column === undefined) return selectRows(table, names);
  return column.type === 'string' ? null : repeatByCount(selectRows(table, [...names, count]), column.values);
}

/** Labels that occur among the selected rows. */
function presentLabels(levels: Levels, rows: Int32Array): string[] {
  const counts = countCodes(pickCodes(levels.codes, rows), levels.labels.length);
  return levels.labels.filter((_, code) => (counts[code] ?? 0) > 0);
}

function sidesOf(labels: readonly string[], present: readonly string[], subject: 0 | 1): Sides {
  return { subject: present[subject] ?? labels[1] ?? '', reference: present[1 - subject] ?? labels[0] ?? '' };
}

function codesAgainst(codes: Int32Array, subject: number): Float64Array {
  return numbers(codes.length, (i) => ((codes[i] ?? -1) < 0 ? NaN : codes[i] === subject ? 1 : 0));
}

/** Every unit has rows on both sides, and nothing else is held fixed: compare within units. */
function isPaired(table: Table, claim: Claim, study: ContrastStudy): boolean {
  const { clusters, sides, adjusters } = study;
  if (clusters === null || sides === null || adjusters.names.length > 0 || clusters.name !== unitColumn(claim, table))
    return false;
  const seen = new Uint8Array(clusters.count);
  study.x.forEach((side, i) => {
    const unit = clusters.codes[i] ?? 0;
    seen[unit] = (seen[unit] ?? 0) | (side === 1 ? 2 : 1);
  });
  return seen.every((flags) => flags === 3);
}

/**
 * A time role orders the rows. One row per time makes a series, whose errors are whitened; several rows per time make
 * clusters of it, unless a unit or cluster was declared. An experiment that draws its variants within each time is not
 * bound by time; one that switches all rows from one variant to the other is.
 */
function arrangeTime(table: Table, claim: Claim, study: ContrastStudy): ContrastStudy {
  const name = roleColumn(claim, 'time');
  const column = name === undefined ? undefined : table.column(name);
  if (name === undefined || column === undefined || (study.clusters !== null && study.clusters.origin !== 'copies'))
    return study;
  const values = timeValuesOf(column);
  if (values === null) return study;
  const times = pick(values, study.selection.rows);
  const byTime: NamedClusters = partitionBy(column, study.selection.rows, 'time');
  if (claim.kind === 'experiment' && !isSwitchback(study, byTime) && !followsTime(study, byTime, times)) return study;
  if (byTime.count < study.n) return { ...study, clusters: byTime, timeClusters: times };
  return sortedByTime(study, times, name);
}

/** Several rows per time, and all rows of one time are of one variant. */
function isSwitchback({ x, n }: ContrastStudy, { codes, count }: NamedClusters): boolean {
  if (count * 2 > n) return false;
  const seen = new Uint8Array(count);
  x.forEach((side, i) => {
    const at = codes[i] ?? 0;
    seen[at] = (seen[at] ?? 0) | (side === 1 ? 2 : 1);
  });
  return seen.every((sides) => sides !== 3);
}

/** Sides that go together within a time, or from one time to the next, were not drawn anew for each row. */
function followsTime({ x }: ContrastStudy, byTime: NamedClusters, times: Float64Array): boolean {
  const middle = mean(x);
  const side = x.map((value) => value - middle);
  if (sharedScores(side, byTime, null) > FOLLOWS) return true;
  const total = new Float64Array(byTime.count);
  const when = new Float64Array(byTime.count);
  side.forEach((value, i) => {
    const at = byTime.codes[i] ?? 0;
    total[at] = (total[at] ?? NaN) + value;
    when[at] = times[i] ?? NaN;
  });
  return neighbouringScores(pick(total, ascending(when))) > FOLLOWS;
}

function sortedByTime(study: ContrastStudy, times: Float64Array, name: string): ContrastStudy {
  const order = ascending(times);
  const { adjusters } = study;
  return {
    ...study,
    series: name,
    selection: { ...study.selection, rows: pickCodes(study.selection.rows, order) },
    x: pick(study.x, order),
    y: pick(study.y, order),
    adjusters: {
      ...adjusters,
      numeric: adjusters.numeric.map((column) => ({ ...column, values: pick(column.values, order) })),
      cells: adjusters.cells === null ? null : { ...adjusters.cells, codes: pickCodes(adjusters.cells.codes, order) },
    },
  };
}
