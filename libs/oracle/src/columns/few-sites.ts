import type { Claim } from '../claim/claim';
import { termOf } from '../claim/vocabulary';
import { examinePrediction } from '../evidence/prediction-evidence';
import { pValue } from '../statistics/distribution/contrast';
import { moments } from '../statistics/sample/moments';
import { splitByGroup, welchAnova } from '../statistics/comparison/variance-analysis';
import { contrastOfRows, fitContrast } from '../study/contrast/contrast-fit';
import { cross, type Factor } from '../study/variable/factor';
import { ownersOf, sums } from '../study/contrast/shared-scores';
import type { ContrastStudy, PredictionStudy } from '../study/study';
import { predictionOf } from '../study/prediction-study';
import type { Column } from '../table/column';
import { levelsOf } from '../table/levels';
import type { Inquiry } from '../verdict/inquiry';
import { undeclaredColumns } from './undeclared-columns';

/** A column of no more values than these is a category; whether its values are places that rows belong to is not in the table. */
export const MAX_SITES = 4;
/** Values with fewer rows than these say nothing of their own. */
export const MIN_ROWS = 8;
/** Scores that chance sets this far apart in one table of twenty, whatever the number of columns. */
const APART = 0.05;

/**
 * At what p a category of few values is asked about: each at its share of the level, so that many are not asked more
 * often. 0 for a mean whose rows are declared to be all there are, or drawn at random: then no mix of values is in doubt.
 */
export function siteLevel({ study, claim, table }: Inquiry): number {
  return study?.shape === 'mean' && isChosenByRow(claim)
    ? 0
    : APART / Math.max(1, undeclaredColumns(table, claim).filter(isSite).length);
}

/** Whether the rows are declared to be the whole population, or drawn from it at random. */
export function isChosenByRow({ declared }: Claim): boolean {
  const chosen = termOf('population', declared.population);
  return chosen === 'all' || chosen === 'random_sample';
}

function isSite(column: Column): boolean {
  return column.type === 'string' && (levelsOf(column, MAX_SITES)?.labels.length ?? 0) >= 2;
}

/**
 * p of the scores of a few values being equal, by Welch's analysis of variance; 1 where a value has too few rows. Two to
 * four clusters leave a clustered error one to three degrees of freedom, so no test can vindicate their independence: a
 * difference that chance seldom makes is asked about. Rows that already count as one (`apart`) are taken together.
 */
export function differenceOfSites(scores: Float64Array, values: Factor, apart: Factor | null): number {
  const units = apart === null ? null : cross(values, apart);
  const [own, codes] = units === null ? [scores, values.codes] : [sums(scores, units), ownersOf(values, units)];
  const parts = splitByGroup(own, codes, values.count).map((part) => moments(part));
  return parts.some(({ n, variance }) => n < MIN_ROWS || !(variance > 0)) ? 1 : welchAnova(parts).p;
}

/** Whether the estimate stands by itself among the rows of every value (`places` in the study): then no mix of them makes it. */
export function holdsWithin({ study, level, input }: Inquiry, values: Factor, places: Int32Array): boolean {
  if (study?.shape !== 'contrast' && study?.shape !== 'prediction') return false;
  return Array.from({ length: values.count }, (_, value) =>
    places.filter((_place, i) => values.codes[i] === value),
  ).every((rows) =>
    study.shape === 'contrast' ? stands(study, rows, level) : isPredicted(study, rows, level, input.seed),
  );
}

function stands(study: ContrastStudy, rows: Int32Array, level: number): boolean {
  const within = contrastOfRows(study, rows);
  return within !== null && pValue(within, fitContrast(study).contrast.value > 0 ? 1 : -1) <= level;
}

function isPredicted(study: PredictionStudy, rows: Int32Array, level: number, seed: string): boolean {
  const within = examinePrediction(predictionOf(study, rows), seed);
  return !('impossible' in within) && within.p <= level;
}
