import { type Claim, roleColumns } from '../claim/claim';
import { coefficientWeights } from '../statistics/regression/least-squares';
import { moments } from '../statistics/sample/moments';
import { fitContrast, focalIndex, modelOf } from '../study/contrast/contrast-fit';
import { type ContrastStudy, isPostTreatment } from '../study/study';
import type { Column } from '../table/column';
import { type Levels, levelsOf } from '../table/levels';
import type { Balance } from '../participants/flow';
import type { Inquiry } from '../verdict/inquiry';
import { digitsOf } from '../words/stable-digits';

/** Categories with more values are not told value by value. */
const MAX_LEVELS = 6;
const MAX_LINES = 20;
/** Roles whose columns are what is compared, or say which row is which: no covariates. */
const NO_COVARIATES = [
  ...[
    'x',
    'group',
    'variant',
    'y',
    'value',
    'metric',
    'outcome',
    'after',
    'numerator',
    'denominator',
    'count',
    'weight',
  ],
  ...['unit', 'assigned_by', 'assigned', 'received', 'period', 'sequence', 'time', 'negative_controls'],
];

/** What is summed over the rows of one covariate, or of one value of a category. */
interface Sums {
  /** Weights times values, before and after adjustment. */
  before: number;
  after: number;
  /** Per side: the sum of values and of their squares. */
  readonly total: [number, number];
  readonly squares: [number, number];
}

/** The rows in which a covariate is there: their weights, and how many are on each side. */
interface Present {
  before: number;
  after: number;
  readonly count: [number, number];
}

interface Line {
  readonly name: string;
  readonly column: string;
  readonly sums: Sums;
  readonly present: Present;
}

interface Weights {
  readonly before: Float64Array;
  readonly after: Float64Array;
}

/**
 * How alike the sides are in the other columns, before and after adjustment. After: as the estimate weighs its rows, since
 * a regression gives every outcome a weight (Chattopadhyay & Zubizarreta, Biometrika 110 (2023)). Of a slope, correlations
 * with x. Empty where the estimate is no weighted sum over rows: of series, within units, of weighted rows.
 */
export function balanceOf(inquiry: Inquiry): readonly Balance[] {
  const { study, claim, table } = inquiry;
  if (study?.shape !== 'contrast' || study.paired || study.series !== null || study.ratioBy === 'weight') return [];
  if (study.x.length !== study.selection.rows.length || claim.roles['period'] !== undefined) return [];
  const weights = { before: plainWeights(study), after: impliedWeights(study) };
  const spread = study.sides === null ? moments(study.x).variance : null;
  const adjusted = new Set(study.adjusters.names);
  const lines = table.columns
    .filter(({ name }) => adjusted.has(name) || isCovariate(name, claim))
    .flatMap((column) => summed(column, study, weights))
    .flatMap((line): Balance[] => {
      const [before, after] = differencesOf(line, spread);
      return Number.isFinite(before) && Number.isFinite(after)
        ? [{ column: line.name, before: near(before), after: near(after), adjusted: adjusted.has(line.column) }]
        : [];
    });
  return digitsOf(
    lines
      .sort((a, b) => Number(b.adjusted) - Number(a.adjusted) || Math.abs(b.before) - Math.abs(a.before))
      .slice(0, MAX_LINES),
  );
}

function isCovariate(name: string, claim: Claim): boolean {
  const { unit, cluster, negative_controls: controls, goal_metric: goal } = claim.declared;
  const other = NO_COVARIATES.flatMap((role) => roleColumns(claim, role));
  return ![...other, unit, cluster, goal, ...(controls ?? [])].includes(name) && !isPostTreatment(claim, name);
}

/** What is left of an exact zero. */
function near(value: number): number {
  return Math.abs(value) < 1e-9 ? 0 : value;
}

/** One pass over the rows: every column of a wide table is looked at, at every verdict. */
function summed(column: Column, study: ContrastStudy, weights: Weights): Line[] {
  const { name } = column;
  if (column.type !== 'string') return [{ name, column: name, ...numberSums(column.values, study, weights) }];
  const levels = levelsOf(column, MAX_LEVELS);
  if (levels === null) return [];
  const { sums, present } = levelSums(levels, study, weights);
  // Of two values the second says all.
  return levels.labels
    .map((label, code) => ({ name: `${name} = ${label}`, column: name, sums: sums[code] ?? noSums(), present }))
    .slice(levels.labels.length === 2 ? 1 : 0);
}

const noSums = (): Sums => ({ before: 0, after: 0, total: [0, 0], squares: [0, 0] });
const nobody = (): Present => ({ before: 0, after: 0, count: [0, 0] });
const sideOf = ({ x, sides }: ContrastStudy, i: number): 0 | 1 => (sides !== null && x[i] === 1 ? 1 : 0);

function numberSums(
  values: Float64Array,
  study: ContrastStudy,
  { before, after }: Weights,
): { readonly sums: Sums; readonly present: Present } {
  const { rows } = study.selection;
  const [sums, present] = [noSums(), nobody()];
  // Sums about a value of the column lose no digits where all of them are far from zero.
  const about = values[rows.find((row) => !Number.isNaN(values[row] ?? NaN)) ?? -1] ?? 0;
  for (let i = 0; i < rows.length; i++) {
    const value = (values[rows[i] ?? -1] ?? NaN) - about;
    if (Number.isNaN(value)) continue;
    const side = sideOf(study, i);
    const [b, a] = [before[i] ?? NaN, after[i] ?? NaN];
    present.before += b;
    present.after += a;
    present.count[side]++;
    sums.before += b * value;
    sums.after += a * value;
    sums.total[side] += value;
    sums.squares[side] += value * value;
  }
  return { sums, present };
}

function levelSums(
  { codes, labels }: Levels,
  study: ContrastStudy,
  { before, after }: Weights,
): { readonly sums: readonly Sums[]; readonly present: Present } {
  const { rows } = study.selection;
  const [sums, present] = [labels.map(noSums), nobody()];
  for (let i = 0; i < rows.length; i++) {
    const level = sums[codes[rows[i] ?? -1] ?? -1];
    if (level === undefined) continue;
    const side = sideOf(study, i);
    const [b, a] = [before[i] ?? NaN, after[i] ?? NaN];
    present.before += b;
    present.after += a;
    present.count[side]++;
    level.before += b;
    level.after += a;
    level.total[side]++;
    level.squares[side]++;
  }
  return { sums, present };
}

/** In standard deviations: pooled over two sides, or those of both columns. A missing value is taken as the mean. */
function differencesOf({ sums, present }: Line, spreadOfX: number | null): readonly [number, number] {
  const [first, second] = present.count;
  const mean = (sums.total[0] + sums.total[1]) / (first + second);
  const variance = (side: 0 | 1, n: number): number => (sums.squares[side] - sums.total[side] ** 2 / n) / (n - 1);
  const scale =
    spreadOfX !== null
      ? Math.sqrt(spreadOfX / variance(0, first))
      : 1 / Math.sqrt((variance(0, first) + variance(1, second)) / 2);
  return [(sums.before - mean * present.before) * scale, (sums.after - mean * present.after) * scale];
}

/** The weight of each row in the plain difference of means, or in the plain slope. */
function plainWeights({ x }: ContrastStudy): Float64Array {
  const { mean } = moments(x);
  const squares = x.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return x.map((value) => (value - mean) / squares);
}

/** The weight of each row's outcome in the estimate. */
function impliedWeights(study: ContrastStudy): Float64Array {
  const { fit } = fitContrast(study);
  return fit === null ? plainWeights(study) : coefficientWeights(fit, focalIndex(modelOf(study)));
}
