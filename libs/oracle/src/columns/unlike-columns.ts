import { pValue } from '../statistics/distribution/contrast';
import { leastSquares } from '../statistics/regression/least-squares';
import { robustContrast } from '../statistics/regression/robust-error';
import { pick, pickCodes, placeOf, rowsWhere } from '../statistics/sample/rows';
import { welchAnova, splitByGroup } from '../statistics/comparison/variance-analysis';
import { moments } from '../statistics/sample/moments';
import { buildAdjusters } from '../study/contrast/adjusters-of';
import type { ContrastStudy } from '../study/study';
import { isMissing, type Column } from '../table/column';
import { levelsOf } from '../table/levels';
import { variableOf } from '../study/variable/variable';
import { compact, cross, type Factor } from '../study/variable/factor';
import type { Inquiry } from '../verdict/inquiry';
import { undeclaredColumns } from './undeclared-columns';

/** A column differs between the sides, or goes with x, from here on. */
const UNLIKE = 0.01;
/** Text with more values than this is no category. */
const MAX_LEVELS = 24;
/** A measure is cut into so many parts, each with so many rows. */
const PARTS = 6;
const ROWS_PER_PART = 10;
/** Columns whose combinations are looked at. */
const MAX_PAIRED = 6;
/** Columns held fixed at once: the most unlike ones. */
const MAX_HELD = 8;
/** A column missing in more rows than this cannot be held fixed without changing who is compared. */
const MAX_MISSING = 0.05;

/** Undeclared columns that differ between the groups (or go with x), the most unlike first. */
export function unlikeColumns(inquiry: Inquiry, study: ContrastStudy): readonly string[] {
  const { rows } = study.selection;
  if (study.x.length !== rows.length) return [];
  const judged = candidates(inquiry).map((column) => ({ column, p: unlikeness(column, study) }));
  const alone = judged.filter(({ p }) => p < UNLIKE).sort((a, b) => a.p - b.p);
  const others = judged.filter(({ p }) => p >= UNLIKE).map(({ column }) => column);
  const names = [...alone.map(({ column }) => column.name), ...unlikeTogether(others, study)];
  return [...new Set(names)].slice(0, MAX_HELD);
}

/** Undeclared columns; where the test itself can hold nothing fixed, also those declared to come before. */
function candidates({ table, claim }: Inquiry): readonly Column[] {
  const declared = claim.kind === 'survival' ? (claim.declared.pre_treatment ?? []) : [];
  const before = declared.map((name) => table.column(name)).filter((column) => column !== undefined);
  return [...undeclaredColumns(table, claim), ...before];
}

/** Two columns of which neither goes with x, but their combinations do. */
function unlikeTogether(columns: readonly Column[], study: ContrastStudy): readonly string[] {
  const coarse = columns
    .map((column) => ({ name: column.name, parts: coarseParts(column, study.selection.rows) }))
    .flatMap(({ name, parts }) => (parts === null ? [] : [{ name, parts }]))
    .slice(0, MAX_PAIRED);
  const pairs = coarse.flatMap((a, at) => coarse.slice(at + 1).map((b) => ({ a, b })));
  return pairs
    .filter(({ a, b }) => {
      const { codes, count } = cross(a.parts, b.parts);
      return count * ROWS_PER_PART <= study.n && partsP(study.x, codes, count) < UNLIKE / pairs.length;
    })
    .flatMap(({ a, b }) => [a.name, b.name]);
}

/** A category as it is, a measure below and above its middle; null where there are too many values, or any is missing. */
function coarseParts(column: Column, rows: Int32Array): Factor | null {
  if (rows.some((row) => isMissing(column, row))) return null;
  const levels = levelsOf(column, MAX_LEVELS);
  if (levels !== null) return compact(pickCodes(levels.codes, rows), levels.labels.length);
  const values = variableOf(column)?.values;
  return values === undefined ? null : partsOf(pick(values, rows), 2);
}

function unlikeness(column: Column, study: ContrastStudy): number {
  const { rows } = study.selection;
  const missing = rowsWhere(rows.length, (i) => isMissing(column, rows[i] ?? -1)).length;
  if (missing > MAX_MISSING * rows.length) return 1;
  const variable = variableOf(column);
  if (variable !== null) {
    const z = pick(variable.values, rows);
    return Math.min(slopeP(z, study.x), curveP(z, study.x));
  }
  const levels = levelsOf(column, MAX_LEVELS);
  if (levels === null) return 1;
  const { codes, count } = compact(pickCodes(levels.codes, rows), levels.labels.length);
  return partsP(study.x, codes, count);
}

function slopeP(z: Float64Array, x: Float64Array): number {
  const known = rowsWhere(z.length, (i) => !Number.isNaN(z[i] ?? NaN));
  const [inner, outer] = [pick(z, known), pick(x, known)];
  const fit = leastSquares([new Float64Array(known.length).fill(1), outer], inner);
  const found = robustContrast(fit, 1);
  return found.error > 0 ? pValue(found) : found.value === 0 || Number.isNaN(found.value) ? 1 : 0;
}

/** x along a measure in any shape: those in its middle may be unlike those at both ends, and no line shows it. */
function curveP(z: Float64Array, x: Float64Array): number {
  const known = rowsWhere(z.length, (i) => !Number.isNaN(z[i] ?? NaN));
  if (known.length < PARTS * ROWS_PER_PART) return 1;
  const parts = partsOf(pick(z, known), PARTS);
  return parts.count < 3 ? 1 : partsP(pick(x, known), parts.codes, parts.count);
}

/** Values in so many parts of about equal size. */
function partsOf(values: Float64Array, parts: number): Factor {
  const sorted = values.slice().sort();
  const codes = new Int32Array(values.length);
  values.forEach((value, i) => (codes[i] = Math.floor((parts * placeOf(sorted, value)) / values.length)));
  return compact(codes, parts);
}

/** x by category; a category in which x does not vary makes Welch's weights infinite, so each is given the overall variance. */
function partsP(x: Float64Array, codes: Int32Array, count: number): number {
  const overall = moments(x).variance;
  const parts = splitByGroup(x, codes, count)
    .filter((part) => part.length > 1)
    .map((part) => ({ ...moments(part), variance: overall }));
  return parts.length < 2 ? 1 : welchAnova(parts).p;
}

/** Whether the columns can be held fixed over the study's rows. */
export function holdable(inquiry: Inquiry, study: ContrastStudy, names: readonly string[]): readonly string[] {
  return names.filter((name) => buildAdjusters(inquiry.table, [name], study.selection.rows).ok);
}
