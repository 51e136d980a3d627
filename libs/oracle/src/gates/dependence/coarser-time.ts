import { fitTrend } from '../../evidence/trend-evidence';
import { isAutocorrelated, serialError } from '../../statistics/autoregression';
import { pValue } from '../../statistics/contrast';
import { coefficientWeights, leastSquares } from '../../statistics/least-squares';
import { numbers } from '../../statistics/rows';
import type { MeanStudy, TrendStudy } from '../../study/study';
import type { Inquiry } from '../../verdict/inquiry';
import { say } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** Neighbouring points taken together. */
const WIDTHS = [2, 4];
/** Fewer points than this do not show a memory of their own. */
const MIN_POINTS = 20;

/** A series that remembers for long still shows its trend, or its level, when looked at more coarsely. */
export const coarserTime: Gate = {
  name: 'coarser-time',
  kinds: ['trend', 'level'],
  looksFor:
    'slow drift hidden by noise: a series with little autocorrelation from one point to the next, and much over several points',
  statistic: 'largest p of the same test over means of 2 and of 4 neighbouring points',
  threshold: 'the level of this attempt; checked if autocorrelation is significant',
  source:
    'temporal aggregation: noise averages out of ARMA(1,1) and longer memories, the drift stays (Granger & Morris 1976)',
  examine(inquiry) {
    const { study } = inquiry;
    const found = inquiry.evidence();
    const isSeries =
      study?.shape === 'trend' || (study?.shape === 'mean' && study.series !== null && study.clusters === null);
    if (found === null || !isSeries) return skip('the rows are not one series');
    if (found.p > inquiry.level) return skip('the primary test already fails');
    if (study.n < MIN_POINTS * 2) return skip(`${study.n} points are too few to aggregate`);
    if (!isAutocorrelated(plainFit(study))) return skip('the points are not autocorrelated');
    const ps = WIDTHS.filter((width) => study.n >= MIN_POINTS * width).map((width) => ({
      width,
      p: coarseP(study, width, inquiry),
    }));
    const [worst = { width: 1, p: found.p }] = ps.sort((a, b) => b.p - a.p);
    const numbers = { statistic: worst.p, threshold: inquiry.level, n: study.n };
    const words = `over means of ${worst.width} neighbouring points p = ${say(worst.p)}`;
    return worst.p <= inquiry.level
      ? sound(words, numbers)
      : inconclusive(
          `${words}, above ${say(inquiry.level)}: autocorrelation reaches beyond the next point; use more points or a comparison group`,
          numbers,
        );
  },
};

function plainFit(study: TrendStudy | MeanStudy): ReturnType<typeof leastSquares> {
  return study.shape === 'trend' ? fitTrend(study).fit : leastSquares([new Float64Array(study.n).fill(1)], study.y);
}

/** The same test on the means, without the caution of short series: it has been spent on the points themselves. */
function coarseP(study: TrendStudy | MeanStudy, width: number, inquiry: Inquiry): number {
  const y = meansOf(study.y, width);
  const time = study.shape === 'trend' ? [meansOf(study.time, width)] : [];
  const fit = leastSquares([new Float64Array(y.length).fill(1), ...time], y);
  const { intervalError, intervalDf } = serialError(fit, coefficientWeights(fit, time.length));
  return pValue(
    { value: fit.coefficients[time.length] ?? NaN, error: intervalError, df: intervalDf },
    inquiry.evidence()?.direction.sign ?? 0,
  );
}

/** Means of neighbours; points left over are the earliest ones. */
function meansOf(values: Float64Array, width: number): Float64Array {
  const first = values.length % width;
  return numbers(
    Math.floor(values.length / width),
    (i) =>
      values.subarray(first + i * width, first + (i + 1) * width).reduce((total, value) => total + value, 0) / width,
  );
}
