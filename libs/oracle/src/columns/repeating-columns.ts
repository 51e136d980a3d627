import { normalQuantile } from '../statistics/distribution/distributions';
import { pick, rowsWhere } from '../statistics/sample/rows';
import { compact, type Factor } from '../study/variable/factor';
import { partitionBy } from '../study/rows/clusters-of';
import type { NamedClusters, Study } from '../study/study';
import type { Column } from '../table/column';
import { isMissing } from '../table/column';
import type { Inquiry } from '../verdict/inquiry';
import { sharedScores, withoutCurve } from '../study/contrast/shared-scores';
import { isRandomised } from '../claim/randomised';
import { isCount } from './counts';
import { differenceOfSites, holdsWithin, MAX_SITES, MIN_ROWS, siteLevel } from './few-sites';
import { isTakenAtWorst } from './few-values';
import { rowScores } from './row-scores';
import { scoreColumns, type StudyOfRows } from './score-columns';

/** A column with fewer rows for each value than this has a few coincidences, not repeated units. */
const MIN_REPEAT = 1.05;
/** An altitude or a coordinate names its place where it stands in so many rows; a rounded measure seldom does. */
const DECIMAL_REPEAT = 3;
/** Values that a column of units has at least: numbers, text, and a column whose values each stand on one side only. */
const MIN_VALUES = { numbers: 10, text: 5, assigned: 3, exposure: 6 };
/** One-sided 5%: asking too often costs a declaration, asking too rarely a false verdict. */
const SHARED = 1.645;
/** Values within which x never varies are no accident: then rows need only seem to go together. */
const SHARED_IF_ASSIGNED = 0.5;
/** Few values are large parts of the table: what they share weighs more, and is seen less surely. */
const SHARED_BY_FEW = 1.2;
const FEW = 50;
/** Fewer values that were assigned are told from each other by any curve: none is taken out. */
const MANY_FOR_CURVE = 8;
/** Whether the rows of fewer places than this within the sides of x go together is not to be seen. */
const MANY_PLACES = 30;
/** A column that nobody declared and whose rows of one value go together. */
export interface RepeatingColumn {
  readonly column: string;
  readonly values: number;
  readonly rowsEach: number;
  readonly z: number;
  /** x is one and the same within every value: the column could be what was assigned. */
  readonly assigned: boolean;
}

/** Undeclared columns whose repeated values hold rows that are not independent evidence, the clearest first. */
export function repeatingColumns(inquiry: Inquiry): readonly RepeatingColumn[] {
  const asked = {
    inquiry,
    ofSites: siteLevel(inquiry),
    isAnswered: (values: Factor) => inquiry.study?.shape === 'mean' && isTakenAtWorst(inquiry, values),
  };
  const found = scoreColumns(inquiry, (column, study, scores) => examine(column, study, scores, asked));
  return [...found, ...sharedExposure(inquiry)].sort((a, b) => b.z - a.z);
}

/** An x that is the same for many rows may have been measured once for all of them (Moulton): the rain of a district. */
function sharedExposure({ study, claim, table }: Inquiry): readonly RepeatingColumn[] {
  if (study?.shape !== 'contrast' || study.sides !== null || isRandomised(claim.declared)) return [];
  const column = table.column(study.focal);
  const scores = rowScores(study);
  if (column?.type !== 'number' || scores === null || claim.declared.unit !== undefined) return [];
  const values = partitionBy(column, study.selection.rows);
  const rowsEach = study.n / values.count;
  if (rowsEach < DECIMAL_REPEAT || values.count < MIN_VALUES.exposure) return [];
  const z = sharedScores(withoutCurve(scores, study.x), values, study.clusters);
  return z > SHARED ? [{ column: column.name, values: values.count, rowsEach, z, assigned: false }] : [];
}

interface Asked {
  readonly inquiry: Inquiry;
  /** From which p on a category of a few values is asked about. */
  readonly ofSites: number;
  /** Whether the claim has to hold by such values whatever they look like. */
  readonly isAnswered: (values: Factor) => boolean;
}

/** A column whose values repeat, and the scores of the rows in which it is present. */
interface Repeated {
  readonly column: Column;
  readonly rows: Int32Array;
  /** Their places among the rows of the study. */
  readonly places: Int32Array;
  readonly scores: Float64Array;
  readonly values: Factor;
  readonly rowsEach: number;
  readonly assigned: boolean;
  /** The values divide the sides of x further, so that they are no other name of them; a measured x has no sides. */
  readonly isWithinSides: boolean;
  /** Rows that already count as one. */
  readonly apart: Factor | null;
}

function examine(column: Column, study: StudyOfRows, all: Float64Array, asked: Asked): RepeatingColumn | null {
  const found = repeated(column, study, all);
  if (found === null) return null;
  const { values, rowsEach, assigned } = found;
  if (asked.isAnswered(values)) return null;
  const isSite = column.type === 'string' && values.count <= MAX_SITES && !assigned;
  if (isSite) return siteOf(found, asked);
  const least = column.type === 'string' ? MIN_VALUES.text : MIN_VALUES.numbers;
  if (values.count < least && !(assigned && values.count >= MIN_VALUES.assigned)) return null;
  const z = sharedScores(freed(found), values, found.apart);
  return z > barOf(found) ? { column: column.name, values: values.count, rowsEach, z, assigned } : null;
}

function repeated(column: Column, study: StudyOfRows, all: Float64Array): Repeated | null {
  const { rows } = study.selection;
  if (column.type === 'boolean') return null;
  const present = rowsWhere(rows.length, (i) => !isMissing(column, rows[i] ?? -1));
  const isWhole = present.length === rows.length;
  const own = isWhole ? rows : present.map((i) => rows[i] ?? -1);
  const values = partitionBy(column, own);
  const rowsEach = present.length / Math.max(1, values.count);
  if (rowsEach < MIN_REPEAT || values.count < 2 || !couldName(column, rowsEach)) return null;
  if (column.type === 'number' && isCount(column, values, own)) return null;
  const x = exposures(study).map((side) => pick(side, present));
  const clusters = 'clusters' in study ? study.clusters : null;
  return {
    column,
    rows: own,
    places: present,
    scores: isWhole ? all : pick(all, present),
    values,
    rowsEach,
    assigned: rowsEach >= 2 && x.length > 0 && x.every((side) => isConstantWithin(values, side)),
    isWithinSides: isMeasured(study) || x.every((side) => new Set(side).size < values.count),
    apart: apartOf(clusters, present),
  };
}

/** A category of a few values, if chance seldom sets their scores so far apart and the result does not stand within each. */
function siteOf(found: Repeated, { inquiry, ofSites }: Asked): RepeatingColumn | null {
  const { column, scores, values, rowsEach, apart, places } = found;
  const p = ofSites === 0 ? 1 : differenceOfSites(scores, values, apart);
  if (!(p < ofSites) || holdsWithin(inquiry, values, places)) return null;
  return { column: column.name, values: values.count, rowsEach, z: normalQuantile(p / 2), assigned: false };
}

/** Scores without a smooth dependence on the column, where it could be a measure. */
function freed({ column, scores, values, assigned, rows }: Repeated): Float64Array {
  return column.type === 'string' || (assigned && values.count < MANY_FOR_CURVE)
    ? scores
    : withoutCurve(scores, pick(column.values, rows));
}

/** From which z on rows seem to go together. A few places within the sides of x do not show it either way. */
function barOf({ values, rowsEach, assigned, isWithinSides }: Repeated): number {
  if (assigned && isWithinSides && values.count < MANY_PLACES && rowsEach >= MIN_ROWS) return -Infinity;
  if (assigned) return SHARED_IF_ASSIGNED;
  return values.count < FEW ? SHARED_BY_FEW : SHARED;
}

function apartOf(clusters: NamedClusters | null, present: Int32Array): Factor | null {
  return clusters === null
    ? null
    : compact(
        present.map((i) => clusters.codes[i] ?? 0),
        clusters.count,
      );
}

/** Text, times and whole numbers can name what repeats; a measure with decimals only where its values stand in several rows each. */
function couldName(column: Column, rowsEach: number): boolean {
  if (column.type !== 'number' || rowsEach >= DECIMAL_REPEAT) return true;
  return column.values.every((value) => Number.isNaN(value) || Number.isInteger(value));
}

/** The columns whose link with the outcome is claimed. */
function exposures(study: Study): readonly Float64Array[] {
  switch (study.shape) {
    case 'contrast':
      return [study.x];
    case 'groups':
      return [new Float64Array(study.codes)];
    case 'prediction':
      return study.features.map(({ values }) => values);
    case 'survival':
      return [study.exposed];
    case 'mean':
    case 'classification':
    case 'trend':
    case 'empty':
      return [];
  }
}

/** x has no sides that a column could be another name of. */
function isMeasured(study: Study): boolean {
  return study.shape === 'contrast' && study.sides === null && new Set(study.x).size > 2;
}

/** Whether x is one and the same within every value. */
export function isConstantWithin({ codes, count }: Factor, x: Float64Array): boolean {
  const first = new Float64Array(count).fill(NaN);
  return x.every((value, i) => {
    const at = codes[i] ?? 0;
    const known = first[at] ?? NaN;
    if (Number.isNaN(known)) first[at] = value;
    return Number.isNaN(known) || known === value;
  });
}
