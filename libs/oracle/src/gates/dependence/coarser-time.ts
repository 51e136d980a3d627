import { without } from '../../claim/claim';
import { fitTrend } from '../../evidence/trend-evidence';
import { testsOfZero } from '../../evidence/margin-test';
import { type WorstDrift, worstUnderDrift } from '../../statistics/time-series/slow-drift';
import { isStep, stepDesign } from '../../study/contrast/series-fit';
import type { ContrastStudy, MeanStudy } from '../../study/study';
import { contrastByTime, meansByTime } from '../../study/variable/time-means';
import type { Inquiry } from '../../verdict/inquiry';
import { say, sayPercent } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** Fewer points than this do not show a memory of their own. */
const MIN_POINTS = 20;
/** The best drift leads independent errors by so much in one of 27 series of independent points; 1.5 would cost a tenth of the power. */
const SEEN = 2;

/** A coefficient of one series in order of time. */
interface Series {
  readonly columns: readonly Float64Array[];
  readonly index: number;
  readonly y: Float64Array;
  readonly sign: -1 | 0 | 1;
  /** From which lead on a drift counts as seen. */
  readonly seen: number;
}

/** A series that remembers for long still shows its trend, its level or its step. */
export const coarserTime: Gate = {
  name: 'coarser-time',
  kinds: without('prediction', 'classification', 'survival'),
  looksFor:
    'slow drift hidden by noise: a series with little autocorrelation from one point to the next, and much over several points',
  statistic: 'largest p over all slow drifts under noise that the series does not exclude',
  threshold:
    'the level of this attempt; checked where independent errors are 2 units of restricted log-likelihood below the best drift, and always for a step in a yes/no series; drifts within 2 units of the best are not excluded',
  source: 'ARMA(1,1) as a drift under noise (Granger & Morris 1976); restricted likelihood (Harville 1977)',
  examine(inquiry) {
    const found = inquiry.evidence();
    if (found === null) return skip('there is no estimate');
    const all = seriesOf(inquiry);
    const [first] = all;
    if (first === undefined) return skip('the estimate does not rest on one series');
    if (found.p > inquiry.level) return skip('the primary test already fails');
    const n = first.y.length;
    if (n < MIN_POINTS) return skip(`${n} points are too few to show a drift`);
    const worst = all
      .map(({ columns, index, y, sign, seen }) => ({ ...worstUnderDrift(columns, index, y, sign), seen }))
      .reduce((a, b) => (b.p > a.p ? b : a));
    if (!(worst.lead > worst.seen)) return skip('the points show no drift');
    const numbers = { statistic: worst.p, threshold: inquiry.level, n };
    return worst.p <= inquiry.level
      ? sound(`${driftWords(worst)} the result holds: p = ${say(worst.p)}`, numbers)
      : inconclusive(
          `${driftWords(worst)} p = ${say(worst.p)}, above ${say(inquiry.level)}: these ${n} points do not exclude such a drift; use more points or a comparison group`,
          numbers,
        );
  },
};

function driftWords({ memory, share }: WorstDrift): string {
  const drift = memory === 1 ? 'a random walk' : `a drift with autocorrelation ${say(memory)}`;
  return `with ${share === 1 ? drift : `${drift} in ${sayPercent(share)} of the variance`}`;
}

/** The one series that the estimate rests on, once for each side of a margin; none where rows or a second series carry it. */
function seriesOf(inquiry: Inquiry): readonly Series[] {
  const { study, claim } = inquiry;
  const sign = inquiry.evidence()?.direction.sign ?? 0;
  if (study?.shape === 'trend') return [{ columns: fitTrend(study).columns, index: 1, y: study.y, sign, seen: SEEN }];
  if (study?.shape === 'mean') {
    const y = levelSeries(study);
    return y === null ? [] : [{ columns: [new Float64Array(y.length).fill(1)], index: 0, y, sign, seen: SEEN }];
  }
  if (study?.shape !== 'contrast') return [];
  return testsOfZero(study, claim, sign).flatMap((test) => {
    const design = designOf(test.study);
    // Yes and no show so little of a drift that not to see one says nothing.
    const seen = test.study.binary ? -Infinity : SEEN;
    return design === null ? [] : [{ ...design, sign: test.sign, seen }];
  });
}

function levelSeries({ series, clusters, timeClusters, y }: MeanStudy): Float64Array | null {
  if (clusters === null) return series === null ? null : y;
  return timeClusters === null ? null : meansByTime(y, clusters, timeClusters);
}

/** A step in a series of rows, or of the means of points in time. */
function designOf(study: ContrastStudy): Omit<Series, 'sign' | 'seen'> | null {
  if (study.series !== null) return isStep(study.x) ? stepDesign(study, study.adjusters) : null;
  const means = contrastByTime(study);
  return means === null ? null : { columns: [new Float64Array(means.x.length).fill(1), means.x], index: 1, y: means.y };
}
