import { leastSquares } from '../../statistics/regression/least-squares';
import { quantileOf } from '../../statistics/sample/ranks';
import { withinParts } from '../../study/variable/factor';
import type { Adjusters, ContrastStudy } from '../../study/study';
import { sayPercent } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** With less of a group comparable to the other, adjustment is extrapolation. */
export const MIN_SHARE = 0.3;

/** The groups are comparable on what is held fixed. */
export const overlap: Gate = {
  name: 'overlap',
  kinds: ['effect', 'comparison', 'experiment', 'proportion', 'equivalence', 'noninferiority'],
  looksFor: 'groups without comparable rows on the other side, so that adjustment extrapolates',
  statistic: 'share of the less comparable group within the range of the other on the fitted score',
  threshold: '30% of the group',
  source: 'Crump, Hotz, Imbens & Mitnik, Dealing with limited overlap (2009)',
  examine(inquiry) {
    const study = inquiry.contrastStudy();
    if (study === null || study.sides === null) return skip('the claim does not compare two groups');
    const share = comparableShare(study, study.adjusters);
    if (share === null) return skip('nothing is adjusted for');
    const numbers = { statistic: share, threshold: MIN_SHARE, n: study.n };
    const words = `${sayPercent(share)} of the less comparable group has counterparts in the other`;
    return share < MIN_SHARE
      ? inconclusive(
          `${words}: ${study.adjusters.names.join(', ')} nearly separate${study.adjusters.names.length === 1 ? 's' : ''} the groups`,
          numbers,
        )
      : sound(words, numbers);
  },
};

/** Share of the less comparable side within the range of the other on what is held fixed; null where nothing is. */
export function comparableShare(study: ContrastStudy, { numeric, cells }: Adjusters): number | null {
  if (numeric.length === 0 && cells === null) return null;
  const columns = numeric.map((column) => column.values);
  const fit = leastSquares([new Float64Array(study.n).fill(1), ...columns], study.x);
  const within = cells === null ? null : withinParts(study.x, cells);
  // The fitted score is x minus what the adjusters leave of it; categories contribute their share of treated rows.
  const score = study.x.map((x, i) => 2 * x - (fit.residuals[i] ?? NaN) - (within === null ? x : (within[i] ?? NaN)));
  return Math.min(inside(score, study.x, 0), inside(score, study.x, 1));
}

/** Share of one side inside the 1%…99% range of the other. */
function inside(score: Float64Array, x: Float64Array, side: number): number {
  const own = score.filter((_, i) => x[i] === side);
  const other = score.filter((_, i) => x[i] !== side).sort();
  const [low, high] = [quantileOf(other, 0.01), quantileOf(other, 0.99)];
  const slack = 1e-9 * (high - low);
  return own.filter((value) => value >= low - slack && value <= high + slack).length / Math.max(1, own.length);
}
