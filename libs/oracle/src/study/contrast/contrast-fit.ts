import type { Contrast } from '../../statistics/distribution/contrast';
import { ascending, numbers, pick, pickCodes } from '../../statistics/sample/rows';
import { clusterContrast, type Clusters } from '../../statistics/regression/cluster-error';
import { type LeastSquares, leastSquares } from '../../statistics/regression/least-squares';
import { robustContrast } from '../../statistics/regression/robust-error';
import { meanContrast, welchContrast } from '../../statistics/comparison/welch';
import { caution } from '../../statistics/time-series/autoregression';
import { lagOneAutocorrelation } from '../../statistics/sample/moments';
import { compact, type Factor, partSizes, withinParts } from '../variable/factor';
import type { ContrastFit } from './fitted-contrast';
import { fitSeries } from './series-fit';
import type { Adjusters, ContrastStudy, NamedClusters } from '../study';

/** A design whose condition number is above this has lost the digits that a verdict needs. */
export const WORST_CONDITION = 1e12;

export interface Model {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly numeric: readonly Float64Array[];
  readonly cells: Factor | null;
  readonly clusters: NamedClusters | null;
}

/**
 * Fits y on x with everything else held fixed. Categories are absorbed (each part's mean subtracted), so the cost does
 * not grow with the number of levels; their share of the leverage is kept.
 */
export function fitModel({ x, y, numeric, cells }: Model): LeastSquares {
  if (cells === null) return leastSquares([new Float64Array(y.length).fill(1), ...numeric, x], y);
  const fit = leastSquares(
    [...numeric, x].map((column) => withinParts(column, cells)),
    withinParts(y, cells),
  );
  const sizes = partSizes(cells);
  const leverage = fit.leverage.map((value, i) => value + 1 / (sizes[cells.codes[i] ?? 0] ?? NaN));
  return { ...fit, leverage, residualDf: fit.residualDf - cells.count };
}

/** Position of x among the columns of `fitModel`. */
export function focalIndex({ numeric, cells }: Pick<Model, 'numeric' | 'cells'>): number {
  return numeric.length + (cells === null ? 1 : 0);
}

/** The focal coefficient with its honest error. */
export function contrastOf(model: Model): ContrastFit {
  const fit = fitModel(model);
  const index = focalIndex(model);
  const contrast = model.clusters === null ? robustContrast(fit, index) : clusterContrast(fit, index, model.clusters);
  return { contrast, fit, condition: fit.basis.condition, serial: null };
}

export function modelOf(study: ContrastStudy, adjusters: Adjusters = study.adjusters): Model {
  return {
    x: study.x,
    y: study.y,
    numeric: adjusters.numeric.map((column) => column.values),
    cells: adjusters.cells,
    clusters: study.clusters,
  };
}

/** The contrast among some of the study's rows; null where they leave no estimate. */
export function contrastOfRows(study: ContrastStudy, kept: Int32Array): Contrast | null {
  const take = (values: Float64Array): Float64Array => pick(values, kept);
  const model = modelOf(study);
  const clusters =
    model.clusters === null
      ? null
      : {
          ...compact(pickCodes(model.clusters.codes, kept), model.clusters.count),
          name: model.clusters.name,
          origin: model.clusters.origin,
        };
  const { contrast } = contrastOf({
    x: take(model.x),
    y: take(model.y),
    numeric: model.numeric.map(take),
    clusters,
    cells: model.cells === null ? null : compact(pickCodes(model.cells.codes, kept), model.cells.count),
  });
  return Number.isFinite(contrast.value) && Number.isFinite(contrast.error) && contrast.df >= 2 ? contrast : null;
}

/** The study's contrast, with other adjusters if given: Welch for plain groups, paired within units, else regression. */
export function fitContrast(study: ContrastStudy, adjusters: Adjusters = study.adjusters): ContrastFit {
  const known = fits.get(study)?.get(adjusters);
  if (known !== undefined) return known;
  const fitted = makeFit(study, adjusters);
  const own = fits.get(study) ?? new WeakMap<Adjusters, ContrastFit>();
  fits.set(study, own.set(adjusters, fitted));
  return fitted;
}

/** Fits already made: several gates ask for the same one, and studies never change. */
const fits = new WeakMap<ContrastStudy, WeakMap<Adjusters, ContrastFit>>();

function makeFit(study: ContrastStudy, adjusters: Adjusters): ContrastFit {
  if (study.paired) return pairedFit(study);
  if (study.series !== null) return fitSeries(study, adjusters);
  const plain = adjusters.numeric.length === 0 && adjusters.cells === null && study.clusters === null;
  if (plain && study.sides !== null) {
    return { contrast: welchContrast(study.y, study.x), fit: null, condition: 1, serial: null };
  }
  const fitted = contrastOf(modelOf(study, adjusters));
  const { clusters, timeClusters } = study;
  if (clusters === null || timeClusters === null) return fitted;
  const { contrast, serial } = inflatedForTime(fitted.contrast, clusters, timeClusters);
  return { ...fitted, contrast, serial };
}

/** One difference per unit, then one mean. */
function pairedFit(study: ContrastStudy): ContrastFit {
  return {
    contrast: {
      ...meanContrast(unitDifferences(study)),
      n: study.n,
      clusters: study.clusters?.count ?? null,
      method: 'paired',
    },
    fit: null,
    condition: 1,
    serial: null,
  };
}

/** Mean of the subject rows minus mean of the reference rows, per unit that has both. */
export function unitDifferences({ x, y, clusters }: ContrastStudy): Float64Array {
  const count = clusters?.count ?? 0;
  const sums = [new Float64Array(count), new Float64Array(count)];
  const sizes = [new Float64Array(count), new Float64Array(count)];
  for (let i = 0; i < y.length; i++) {
    const unit = clusters?.codes[i] ?? 0;
    const side = x[i] === 1 ? 1 : 0;
    const total = sums[side];
    const size = sizes[side];
    if (total === undefined || size === undefined) continue;
    total[unit] = (total[unit] ?? NaN) + (y[i] ?? NaN);
    size[unit] = (size[unit] ?? NaN) + 1;
  }
  const all = numbers(
    count,
    (u) => (sums[1]?.[u] ?? NaN) / (sizes[1]?.[u] ?? NaN) - (sums[0]?.[u] ?? NaN) / (sizes[0]?.[u] ?? NaN),
  );
  return all.filter((value) => Number.isFinite(value));
}

/**
 * Clusters that are days are not independent of the day before. The error grows by the AR(1) factor of the day scores,
 * with the same caution as elsewhere about an estimated autocorrelation.
 */
export function inflatedForTime(
  contrast: Contrast,
  clusters: Clusters,
  timeClusters: Float64Array,
): { readonly contrast: Contrast; readonly serial: number } {
  const score = new Float64Array(clusters.count);
  const when = new Float64Array(clusters.count);
  contrast.influence.forEach((moved, i) => {
    const code = clusters.codes[i] ?? 0;
    score[code] = (score[code] ?? NaN) + moved;
    when[code] = timeClusters[i] ?? NaN;
  });
  const n = clusters.count;
  const observed = lagOneAutocorrelation(pick(score, ascending(when)));
  const unbiased = Math.min(0.98, (observed * n + 1) / Math.max(1, n - 2));
  const serial = Math.min(0.98, Math.max(0, unbiased) + caution(unbiased, n) * Math.sqrt((1 - unbiased ** 2) / n));
  const factor = Math.sqrt((1 + serial) / (1 - serial));
  return { serial, contrast: { ...contrast, error: contrast.error * factor } };
}
