import { examinePrediction } from '../evidence/prediction-evidence';
import { pValue } from '../statistics/distribution/contrast';
import { stratifiedAgreementP } from '../statistics/comparison/stratified-agreement';
import { clusterContrast } from '../statistics/regression/cluster-error';
import { leastSquares } from '../statistics/regression/least-squares';
import { meanOfMeans } from '../statistics/regression/mean-of-means';
import { ranks } from '../statistics/sample/ranks';
import { pick, pickCodes, rowsWhere } from '../statistics/sample/rows';
import { claimedColumns, clusterColumn, partitionBy } from '../study/rows/clusters-of';
import { partitionRows } from '../study/rows/repeated-rows';
import { predictionOf } from '../study/prediction-study';
import type { ClassificationStudy, MeanStudy, PredictionStudy } from '../study/study';
import { compact, type Factor, withinParts } from '../study/variable/factor';
import { variableOf } from '../study/variable/variable';
import { type Column, isMissing } from '../table/column';
import type { Inquiry } from '../verdict/inquiry';
import { isCount } from './counts';
import { isChosenByRow } from './few-sites';
import { undeclaredColumns } from './undeclared-columns';

/** A mean has to hold by the values of every column with fewer values than this; with more, whether their rows go together shows. */
const FEW_OF_MEAN = 30;
/** Skill has to be there within the values of every column with fewer values than this. */
const FEW_OF_SKILL = 20;
/** Rows that each value has on average; fewer are a few coincidences. */
const MIN_REPEAT = 2;
/** A whole number of fewer values than this shows no smooth sizes. */
const MANY_FOR_COUNT = 10;
/** Fewer degrees of freedom than this make a clustered error a guess: then the mean of the values' means is tested. */
const MIN_DF = 4;

/** An undeclared column of a few values, and what the claim is worth by them. */
export interface FewValues {
  readonly column: string;
  readonly values: number;
  readonly rowsEach: number;
  /** Of the mean with each value counted as one; of skill within the values. */
  readonly p: number;
  readonly within: boolean;
}

/**
 * Columns of so few values that no test shows whether their rows belong together: sites that agree by chance look like no
 * sites. A claim that compares rows of the same value is not touched by what they share. One that does not (a mean, the
 * skill of predictions) is taken at its worst: a mean has to hold with each value counted as one, and skill within the
 * values. Not of a mean whose unit is declared, or whose rows are declared to be all there are or drawn at random.
 */
export function fewValues(inquiry: Inquiry): readonly FewValues[] {
  const { study, claim, table } = inquiry;
  if (study?.shape !== 'mean' && study?.shape !== 'prediction' && study?.shape !== 'classification') return [];
  return undeclaredColumns(table, claim).flatMap((column) => {
    const found = categoryOf(column, study.selection.rows);
    if (found === null || !isTakenAtWorst(inquiry, found.values)) return [];
    const { values, places } = found;
    if (study.shape !== 'mean' && isOtherName(column, inquiry, study.selection.rows)) return [];
    const p = worthBy(study, found, inquiry);
    const rowsEach = places.length / values.count;
    return [{ column: column.name, values: values.count, rowsEach, p, within: study.shape !== 'mean' }];
  });
}

/** Whether the rows of each of these values are counted as one, whatever they look like. */
export function isTakenAtWorst({ study, claim, table }: Inquiry, values: Factor): boolean {
  if (values.count < 2 || values.codes.length < MIN_REPEAT * values.count) return false;
  if (study?.shape !== 'mean') return values.count < FEW_OF_SKILL;
  return values.count < FEW_OF_MEAN && !isChosenByRow(claim) && clusterColumn(claim, table) === null;
}

interface Category {
  readonly values: Factor;
  /** The rows in which it is present, as places among the rows of the study. */
  readonly places: Int32Array;
}

/** A column's values; null for a flag, which says what a row is like and not where it belongs, and for a measure. */
function categoryOf(column: Column, rows: Int32Array): Category | null {
  if (column.type === 'boolean' || (column.type === 'number' && variableOf(column)?.binary === true)) return null;
  const places = rowsWhere(rows.length, (i) => !isMissing(column, rows[i] ?? -1));
  const own = places.map((i) => rows[i] ?? -1);
  const values = partitionBy(column, own);
  const isMeasure = column.type === 'number' && values.count >= MANY_FOR_COUNT && isCount(column, values, own);
  return isMeasure ? null : { values, places };
}

function worthBy(
  study: MeanStudy | PredictionStudy | ClassificationStudy,
  category: Category,
  inquiry: Inquiry,
): number {
  switch (study.shape) {
    case 'mean':
      return meanBy(study, category, inquiry);
    case 'prediction':
      return predictionWithin(study, category, inquiry);
    case 'classification':
      return classificationWithin(study, category);
  }
}

function meanBy(study: MeanStudy, { values, places }: Category, inquiry: Inquiry): number {
  const found = inquiry.evidence();
  const y = pick(study.y, places);
  const clustered = clusterContrast(leastSquares([new Float64Array(y.length).fill(1)], y), 0, values);
  const contrast = clustered.df >= MIN_DF ? clustered : meanOfMeans(y, values);
  const isSameSide = found !== null && found.statistic * contrast.value > 0;
  return isSameSide ? pValue(contrast, found.direction.sign) : 1;
}

/** What the claim already names in other words (a class and its label) says nothing new. */
function isOtherName(column: Column, { claim, table }: Inquiry, rows: Int32Array): boolean {
  const { count } = partitionRows([column], rows);
  return claimedColumns(claim).some((name) => {
    const claimed = table.column(name);
    if (claimed === undefined || (claimed.type !== 'string' && variableOf(claimed)?.binary !== true)) return false;
    return partitionRows([claimed], rows).count === count && partitionRows([column, claimed], rows).count === count;
  });
}

/** Skill of features and target, each less its mean among the rows of its value. */
function predictionWithin(study: PredictionStudy, { values, places }: Category, inquiry: Inquiry): number {
  const own = predictionOf(study, places);
  const within = (column: Float64Array): Float64Array => withinParts(column, values);
  const features = own.features.map((feature) => ({ ...feature, values: within(feature.values) }));
  const examined = examinePrediction({ ...own, y: within(own.y), binary: false, features }, inquiry.input.seed);
  return 'impossible' in examined || Number.isNaN(examined.p) ? 1 : examined.p;
}

/** Agreement of classes, or of scores with the truth, among the rows of each value. */
function classificationWithin(study: ClassificationStudy, { values, places }: Category): number {
  const { truth, predicted, score } = study;
  const judged = rowsWhere(places.length, (i) => study.test[places[i] ?? -1] === 1);
  const strata = compact(pickCodes(values.codes, judged), values.count);
  const rows = pickCodes(places, judged);
  if (predicted !== null)
    return stratifiedAgreementP(pickCodes(truth, rows), pickCodes(predicted, rows), strata, (a, b) => Number(a === b));
  return score === null
    ? 1
    : stratifiedAgreementP(pickCodes(truth, rows), ranks(pick(score, rows)), strata, (a, b) => a * b);
}
