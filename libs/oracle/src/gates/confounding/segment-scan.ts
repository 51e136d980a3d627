import { namedColumns } from '../../claim/needed-columns';
import { type Claim, roleColumns } from '../../claim/claim';
import { type Contrast, pValue } from '../../statistics/distribution/contrast';
import { contrastOf, contrastOfRows, fitContrast, modelOf } from '../../study/contrast/contrast-fit';
import { compact, cross, type Factor, withinParts } from '../../study/variable/factor';
import { ascending, pickCodes, rowsWhere } from '../../statistics/sample/rows';
import { chiSquareTable } from '../../statistics/comparison/variance-analysis';
import { type ContrastStudy, isPostTreatment } from '../../study/study';
import { levelsOf } from '../../table/levels';
import type { Table } from '../../table/table';
import { compareEstimates, type Comparison } from './compare-estimates';

/** More levels than this is an identifier, or a number better declared. */
export const MAX_LEVELS = 60;
export const ROWS_PER_LEVEL = 8;
/** An undeclared column with more values is not looked into value by value, nor one that differs between the sides. */
export const MAX_DIVIDED = 12;
const ALIKE = 0.01;
/** A column that fixes this share of the outcome restates it; within it there is nothing left to compare. */
const RESTATES = 0.99;

export interface Segment {
  readonly name: string;
  readonly declared: boolean;
  readonly factor: Factor;
  readonly labels: readonly string[];
}

export interface SegmentFinding extends Comparison {
  readonly segment: Segment;
  /** Levels in which the effect is significantly opposite. */
  readonly opposite: readonly string[];
}

/** Columns that could be segments: few levels, each with rows, not used by the claim, not declared post-treatment. */
export function candidateSegments(table: Table, claim: Claim, study: ContrastStudy): Segment[] {
  const declared = new Set(roleColumns(claim, 'segment'));
  const used = namedColumns(claim);
  const sides = labelsOf(table, study.focal);
  const { rows } = study.selection;
  return table.columns.flatMap((column): Segment[] => {
    const { name } = column;
    if ((used.has(name) && !declared.has(name)) || isPostTreatment(claim, name) || study.adjusters.names.includes(name))
      return [];
    const levels = levelsOf(column, MAX_LEVELS);
    if (levels === null || levels.labels.length < 2 || levels.labels.length * ROWS_PER_LEVEL > rows.length) return [];
    if (!declared.has(name) && isSameSides(levels.labels, sides)) return [];
    const codes = pickCodes(levels.codes, rows).map((code) => code + 1);
    const factor = compact(codes, levels.labels.length + 1);
    const present = ['missing', ...levels.labels].filter((_, code) => codes.includes(code));
    return factor.count < 2 ? [] : [{ name, declared: declared.has(name), factor, labels: present }];
  });
}

function labelsOf(table: Table, name: string): readonly string[] {
  const column = table.column(name);
  return column?.type === 'string' ? (levelsOf(column, MAX_LEVELS)?.labels ?? []) : [];
}

/** A column that names the very groups that are compared is what was received, or assigned: another gate asks about it. */
function isSameSides(labels: readonly string[], sides: readonly string[]): boolean {
  return sides.length > 0 && labels.join('\n') === sides.join('\n');
}

/** The estimate with the segment held fixed, against the one without; null when it cannot be compared within it. */
export function scanSegment(
  study: ContrastStudy,
  segment: Segment,
  { alpha, clear, segments }: { readonly alpha: number; readonly clear: number; readonly segments: number },
): SegmentFinding | null {
  const naive = fitContrast({ ...study, paired: false }).contrast;
  const model = modelOf(study);
  const cells = model.cells === null ? segment.factor : cross(model.cells, segment.factor);
  if (restates(study.y, segment.factor) || restates(study.x, segment.factor)) return null;
  const adjusted = contrastOf({ ...model, cells }).contrast;
  if (!Number.isFinite(adjusted.value) || !Number.isFinite(adjusted.error) || adjusted.df < 4) return null;
  remember(study, segment.name, adjusted);
  const compared = compareEstimates(naive, adjusted, study.clusters, alpha, clear);
  const changed = compared.explained || compared.reversed;
  const opposite =
    changed || segment.declared || couldDivide(study, segment)
      ? oppositeLevels(study, segment, naive, changed ? alpha : alpha / segments)
      : [];
  return { ...compared, segment, opposite };
}

/** Few values, and as common on either side: what x moves, or what moved x, is no segment to look into. */
function couldDivide(study: ContrastStudy, { factor }: Segment): boolean {
  if (study.sides === null || factor.count > MAX_DIVIDED) return false;
  const counts = Array.from({ length: factor.count }, (): [number, number] => [0, 0]);
  factor.codes.forEach((code, i) => {
    const pair = counts[code];
    if (pair !== undefined) pair[study.x[i] === 1 ? 1 : 0]++;
  });
  return chiSquareTable(counts).p > ALIKE;
}

/** An estimate without what each row did to it: small enough to keep. */
export type WithinSegment = Pick<Contrast, 'value' | 'error' | 'df'>;

const scanned = new WeakMap<ContrastStudy, Map<string, WithinSegment>>();

function remember(study: ContrastStudy, name: string, { value, error, df }: Contrast): void {
  const known = scanned.get(study) ?? new Map<string, WithinSegment>();
  scanned.set(study, known.set(name, { value, error, df }));
}

/** The estimates within segments that were made until now: pictures show them without fitting anything again. */
export function scannedSegments(study: ContrastStudy): ReadonlyMap<string, WithinSegment> {
  return scanned.get(study) ?? new Map<string, WithinSegment>();
}

/** The column says what the values say: it fixes them, or it cuts them into bands that do not overlap. */
export function restates(values: Float64Array, factor: Factor): boolean {
  if (!isTwoValued(values) && areBands(values, factor)) return true;
  const whole = withinParts(values, { codes: new Int32Array(values.length), count: 1 });
  const within = withinParts(values, factor);
  const squares = (parts: Float64Array): number => parts.reduce((total, value) => total + value * value, 0);
  return squares(within) <= (1 - RESTATES) * squares(whole);
}

function isTwoValued(values: Float64Array): boolean {
  const first = values[0];
  const other = values.find((value) => value !== first);
  return values.every((value) => value === first || value === other);
}

function areBands(values: Float64Array, { codes, count }: Factor): boolean {
  const low = new Float64Array(count).fill(Infinity);
  const high = new Float64Array(count).fill(-Infinity);
  for (let i = 0; i < values.length; i++) {
    const code = codes[i] ?? 0;
    low[code] = Math.min(low[code] ?? NaN, values[i] ?? NaN);
    high[code] = Math.max(high[code] ?? NaN, values[i] ?? NaN);
  }
  const order = ascending(low);
  return order.every((code, place) => place === 0 || (high[order[place - 1] ?? -1] ?? NaN) <= (low[code] ?? NaN));
}

function oppositeLevels(study: ContrastStudy, segment: Segment, naive: Contrast, alpha: number): string[] {
  const sign = naive.value > 0 ? -1 : 1;
  return segment.labels.filter((_, level) => {
    const part = contrastWithin(study, segment.factor, level);
    return part !== null && pValue(part, sign) < alpha / segment.labels.length;
  });
}

/** The contrast among the rows of one level. */
export function contrastWithin(study: ContrastStudy, factor: Factor, level: number): Contrast | null {
  const kept = rowsWhere(factor.codes.length, (i) => factor.codes[i] === level);
  return kept.length < ROWS_PER_LEVEL ? null : contrastOfRows(study, kept);
}
