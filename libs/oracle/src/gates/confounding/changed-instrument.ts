import { ask, declaration } from '../../columns/questions';
import { regimesOf } from '../../columns/regimes';
import { fitTrend } from '../../evidence/trend-evidence';
import { serialError } from '../../statistics/time-series/autoregression';
import { type Contrast, pValue } from '../../statistics/distribution/contrast';
import { coefficientWeights, leastSquares } from '../../statistics/regression/least-squares';
import type { TrendStudy } from '../../study/study';
import type { Inquiry } from '../../verdict/inquiry';
import { say } from '../../words/number-words';
import { type Finding, inconclusive, skip, type Skipped, sound } from '../gate';

/** The slope within the stretches differs from the slope over all by more than chance (99%). */
const DIFFERS = 2.576;

/** A trend that is a step: within each stretch of an undeclared column (a device, a version) nothing is left of it. */
export function changedInstrument(study: TrendStudy, inquiry: Inquiry): Finding | Skipped {
  const found = inquiry.evidence();
  if (found === null || found.p > inquiry.level) return skip('the primary test already fails');
  const all = regimesOf(inquiry, study);
  if (all.length === 0) return skip('no undeclared column changes once and for good');
  const { contrast, columns } = fitTrend(study);
  for (const { column, indicators } of all) {
    const within = slopeWithin(study, columns, indicators);
    const p = pValue(within, found.direction.sign);
    const z = (contrast.value - within.value) / Math.sqrt(Math.max(0, within.error ** 2 - contrast.error ** 2));
    if (p <= inquiry.level || !(Math.abs(z) > DIFFERS)) continue;
    return inconclusive(
      ask({
        seen: `${column} changes in the course of time, and within each of its ${indicators.length + 1} stretches the slope is ${say(within.value)} (p = ${say(p)}) instead of ${say(contrast.value)}: the trend may be a change of how values were made`,
        settle: [
          `the role ${declaration('segment', [column])} if values are not comparable across ${column}`,
          `${declaration('post_treatment', [column])} if it changed because of the trend`,
        ],
      }),
      { statistic: p, threshold: inquiry.level, n: study.n },
    );
  }
  return sound('the trend is not a step between stretches of an undeclared column', { n: study.n });
}

function slopeWithin(
  study: TrendStudy,
  columns: readonly Float64Array[],
  indicators: readonly Float64Array[],
): Pick<Contrast, 'value' | 'error' | 'df'> {
  const fit = leastSquares([...columns, ...indicators], study.y);
  const { intervalError, intervalDf } = serialError(fit, coefficientWeights(fit, 1));
  return { value: fit.coefficients[1] ?? NaN, error: intervalError, df: intervalDf };
}
