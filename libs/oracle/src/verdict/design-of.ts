import type { Claim } from '../claim/claim';
import { lagOneAutocorrelation, moments } from '../statistics/sample/moments';
import { numbers } from '../statistics/sample/rows';
import type { ContrastStudy, Study } from '../study/study';

const OUTCOMES = ['binary', 'count', 'heavy-tailed', 'heaped'];
const PREDICTORS = [1, 4, 8].map((count) => `${count} predictor${count === 1 ? '' : 's'}`);
const ALL_OUTCOMES = ['continuous', ...OUTCOMES];
const SERIAL = [0.3, 0.6, 0.9].map((rho) => `autocorrelation ${rho}`);

/** The designs beside the plain one whose error rates are measured, by kind; a test holds them to the calibration. */
export const MEASURED_DESIGNS: Readonly<Partial<Record<Claim['kind'], readonly string[]>>> = {
  level: [...OUTCOMES, ...SERIAL],
  association: [...OUTCOMES, ...SERIAL],
  effect: [
    ...OUTCOMES,
    ...ALL_OUTCOMES.map((type) => `${type}, 4 columns held fixed`),
    '2 declared confounders',
    '3 declared confounders',
  ],
  comparison: [
    ...OUTCOMES,
    'ICC 0.5',
    '8× fan-out, unit declared',
    '8× fan-out, nothing declared',
    'skewed, 1 : 4',
    '90% zeros, 1 : 4',
    'unequal variances, 1 : 4',
  ],
  experiment: [...OUTCOMES, 'ICC 0.1', 'ICC 0.5', '20 looks'],
  trend: SERIAL,
  prediction: ALL_OUTCOMES.flatMap((type) => PREDICTORS.map((count) => `${type}, ${count}`)),
};

/** An autocorrelation below this is that of independent rows. */
const INDEPENDENT = 0.15;
/** Excess kurtosis from which tails are called heavy, skewness from which an outcome is called skewed. */
const HEAVY = 3;
const SKEWED = 2;
/** Whole numbers of no more different values than these are called counts. */
const FEW_VALUES = 30;

/** The measured design that a study is most like; `plain` where none is nearer. */
export function designOf({ kind, declared }: Claim, study: Study | null): string {
  const measured = MEASURED_DESIGNS[kind] ?? [];
  const fitting = study === null || study.shape === 'empty' ? [] : candidates(study, declared.looks ?? 1);
  return fitting.find((design) => measured.includes(design)) ?? 'plain';
}

/** The most telling first. */
function candidates(study: Exclude<Study, { shape: 'empty' }>, looks: number): readonly string[] {
  const watched = looks > 1 ? ['20 looks'] : [];
  if (study.shape === 'survival' || study.shape === 'classification') return watched;
  const type = outcomeType(study.shape === 'mean' ? study.y.map((value) => value + study.threshold) : study.y);
  if (study.shape === 'prediction') {
    const count = PREDICTORS.findLast((_, at) => study.features.length >= ([1, 4, 8][at] ?? 1));
    return [`${type}, ${count ?? PREDICTORS[0] ?? ''}`];
  }
  const repeated = study.clusters === null ? [] : repeats(study.clusters.origin);
  if (study.shape === 'groups') return [...watched, ...repeated, type];
  const isSeries = study.shape === 'trend' || study.series !== null;
  const serial = isSeries ? serialDesign(study.y) : [];
  const contrast = study.shape === 'contrast' ? contrastDesigns(study, type) : [];
  return [...watched, ...repeated, ...serial, ...contrast, type];
}

function repeats(origin: 'declared' | 'time' | 'copies'): readonly string[] {
  return origin === 'copies' ? ['8× fan-out, nothing declared'] : ['ICC 0.5'];
}

function contrastDesigns({ adjusters, sides, x, y }: ContrastStudy, type: string): readonly string[] {
  const held = adjusters.names.length;
  const adjusted =
    held > 3 ? [`${type}, 4 columns held fixed`] : held > 0 ? [`${held > 2 ? 3 : 2} declared confounders`] : [];
  if (sides === null || type === 'binary') return adjusted;
  const [a, b] = [0, 1].map((side) => moments(y.filter((_, i) => x[i] === side)).variance);
  const ratio = Math.max(a ?? 1, b ?? 1) / Math.min(a ?? 1, b ?? 1);
  const zeros = y.filter((value) => value === 0).length;
  return [
    ...adjusted,
    ...(zeros > y.length / 2 ? ['90% zeros, 1 : 4'] : []),
    ...(Math.abs(moments(y).skewness) > SKEWED ? ['skewed, 1 : 4'] : []),
    ...(ratio > 4 ? ['unequal variances, 1 : 4'] : []),
  ];
}

/** By the autocorrelation of what a straight line leaves over. */
function serialDesign(y: Float64Array): readonly string[] {
  const middle = (y.length - 1) / 2;
  let [sxx, sxy] = [0, 0];
  for (let i = 0; i < y.length; i++) {
    sxx += (i - middle) ** 2;
    sxy += (y[i] ?? NaN) * (i - middle);
  }
  const rho = lagOneAutocorrelation(numbers(y.length, (i) => (y[i] ?? NaN) - (sxy / sxx) * (i - middle)));
  if (!(rho >= INDEPENDENT)) return [];
  return [SERIAL[rho < 0.45 ? 0 : rho < 0.75 ? 1 : 2] ?? ''];
}

function outcomeType(y: Float64Array): string {
  const distinct = distinctUpTo(y, FEW_VALUES + 1);
  if (distinct === 2) return 'binary';
  if (y.every((value) => value % 5 === 0)) return 'heaped';
  if (y.every((value) => Number.isInteger(value) && value >= 0) && distinct <= FEW_VALUES) return 'count';
  const { mean, squares, n } = moments(y);
  let fourths = 0;
  for (const value of y) {
    const square = (value - mean) * (value - mean);
    fourths += square * square;
  }
  return squares > 0 && fourths / n / (squares / n) ** 2 - 3 > HEAVY ? 'heavy-tailed' : 'continuous';
}

/** How many different values there are; counted no further than `most`. */
function distinctUpTo(values: Float64Array, most: number): number {
  const seen = new Set<number>();
  for (const value of values) if (seen.add(value).size === most) break;
  return seen.size;
}
