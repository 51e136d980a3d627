import { serialError } from '../../statistics/time-series/autoregression';
import { pValue } from '../../statistics/distribution/contrast';
import { coefficientWeights, leastSquares } from '../../statistics/regression/least-squares';
import { moments } from '../../statistics/sample/moments';
import { fitTrend } from '../../evidence/trend-evidence';
import { namedSeasons } from '../../evidence/trend-seasons';
import { say } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** What could be a season of the calendar; what clearly is one is adjusted for by the test itself. */
const POSSIBLE = { rounds: 1, level: 0.01 };

/** A part of a season is no trend. */
export const seasons: Gate = {
  name: 'seasons',
  kinds: ['trend'],
  looksFor: 'seasonality taken for a trend: incomplete seasons, or seasons not adjusted for',
  statistic: 'p of the slope with the seasons adjusted for',
  threshold: 'the level of this attempt, where a season is seen (p = 0.001 by itself, 0.01 if the calendar names it)',
  source: 'Bell & Hillmer, Issues involved with the seasonal adjustment of economic time series (JBES 1984)',
  examine(inquiry) {
    const { study } = inquiry;
    const found = inquiry.evidence();
    if (found === null || study?.shape !== 'trend') return skip('the claim is not about a trend');
    if (found.p > inquiry.level) return skip('the primary test already fails');
    const centre = moments(study.time).mean;
    const fixed = [new Float64Array(study.n).fill(1), study.time.map((time) => time - centre)];
    if (fitTrend(study).isSeasonal) return sound('the trend is adjusted for seasonality', { n: study.n });
    const seen = namedSeasons(study, fixed, POSSIBLE);
    if (seen.length === 0) return sound('the series shows no seasonality', { n: study.n });
    const fit = leastSquares([...fixed, ...seen], study.y);
    const { intervalError, intervalDf } = serialError(fit, coefficientWeights(fit, 1));
    const value = fit.coefficients[1] ?? NaN;
    const p = pValue({ value, error: intervalError, df: intervalDf }, found.direction.sign);
    const numbers = { statistic: p, threshold: inquiry.level, n: study.n };
    const words = `the series may follow a season; adjusted for it the slope goes from ${say(found.contrast?.value ?? NaN)} to ${say(value)}, p = ${say(p)}`;
    return p <= inquiry.level && value * (found.contrast?.value ?? NaN) > 0
      ? sound(words, numbers)
      : inconclusive(`${words}: a part of a season looks like a trend; compare whole seasons`, numbers);
  },
};
