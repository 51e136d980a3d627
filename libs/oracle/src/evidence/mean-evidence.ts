import { agreeing } from './agreeing-interval';
import type { Claim } from '../claim/claim';
import { directionOf } from '../claim/direction';
import { serialError } from '../statistics/time-series/autoregression';
import { clusterContrast } from '../statistics/regression/cluster-error';
import { type Contrast, interval, type Interval, pValue, statisticOf } from '../statistics/distribution/contrast';
import { coefficientWeights, leastSquares } from '../statistics/regression/least-squares';
import { binomialTest, wilsonInterval } from '../statistics/comparison/proportions';
import { meanContrast } from '../statistics/comparison/welch';
import { pick, pickCodes } from '../statistics/sample/rows';
import { compact } from '../study/variable/factor';
import { inflatedForTime } from '../study/contrast/contrast-fit';
import type { MeanStudy } from '../study/study';
import type { Examined } from './evidence';

/** One mean or share against its threshold. */
export function examineMean(study: MeanStudy, claim: Claim): Examined {
  if (study.n < 4) return { impossible: `${study.n} complete rows are too few for any test` };
  const direction = directionOf(claim, null);
  const { contrast, method, bounds: serialBounds } = meanWithError(study);
  if (contrast.clusters !== null && !(contrast.df >= 4))
    return {
      impossible: `${contrast.clusters} values of "${study.clusters?.name ?? ''}" are too few clusters for a reliable standard error`,
    };
  const exact =
    study.binary && study.clusters === null && study.series === null && study.threshold > 0 && study.threshold < 1;
  const hits = Math.round(study.y.reduce((total, value) => total + value + study.threshold, 0));
  const bounds = agreeing(
    exact ? wilsonInterval(hits, study.n) : shift(serialBounds ?? interval(contrast), study.threshold),
    study.threshold,
    exact ? binomialTest(hits, study.n, study.threshold, 0) : pValue(contrast),
  );
  return {
    p: exact ? binomialTest(hits, study.n, study.threshold, direction.sign) : pValue(contrast, direction.sign),
    statistic: statisticOf(contrast),
    estimate: {
      value: contrast.value + study.threshold,
      label: `${study.share ? 'share' : 'mean'} of ${study.outcome}`,
      unit: null,
      interval: bounds,
      n: study.n,
    },
    direction,
    contrast,
    method: exact ? 'exact binomial' : method,
    condition: 1,
  };
}

function shift<T extends { low: number; high: number }>(bounds: T, by: number): T {
  return { ...bounds, low: bounds.low + by, high: bounds.high + by };
}

/** The mean of some of the study's rows against its threshold; null where they leave no honest error. */
export function meanOfRows(study: MeanStudy, kept: Int32Array): Contrast | null {
  const { clusters } = study;
  const codes = clusters === null ? null : compact(pickCodes(clusters.codes, kept), clusters.count);
  const { contrast } = meanWithError({
    ...study,
    n: kept.length,
    y: pick(study.y, kept),
    clusters: clusters === null || codes === null ? null : { ...clusters, ...codes },
  });
  return Number.isFinite(contrast.error) && contrast.df >= 2 ? contrast : null;
}

/** The mean's contrast; `bounds` where its interval is not the one of its test. */
function meanWithError(study: MeanStudy): { contrast: Contrast; method: string; bounds?: Interval } {
  const plain = meanContrast(study.y);
  if (study.clusters === null && study.series === null) return { contrast: plain, method: 't test' };
  const fit = leastSquares([new Float64Array(study.n).fill(1)], study.y);
  if (study.clusters !== null) {
    const clustered = clusterContrast(fit, 0, study.clusters);
    return {
      contrast:
        study.timeClusters === null
          ? clustered
          : inflatedForTime(clustered, study.clusters, study.timeClusters).contrast,
      method: `cluster-robust (CR2) over ${study.clusters.count} values of ${study.clusters.name}`,
    };
  }
  const serial = serialError(fit, coefficientWeights(fit, 0));
  return {
    contrast: { ...plain, error: serial.error, df: serial.df, method: 'ar1' },
    bounds: interval({ value: plain.value, error: serial.intervalError, df: serial.intervalDf }),
    method: `t test corrected for autocorrelation ${serial.rho.toFixed(2)} in order of ${study.series ?? 'time'}`,
  };
}
