import { flags, numbers, pick, rowsWhere } from '../../statistics/sample/rows';
import { interval, pValue } from '../../statistics/distribution/contrast';
import { classicalError, leastSquares } from '../../statistics/regression/least-squares';
import { robustContrast } from '../../statistics/regression/robust-error';
import { robustSpread } from '../../statistics/sample/ranks';
import { studentTwoSided } from '../../statistics/distribution/distributions';
import { welchContrast } from '../../statistics/comparison/welch';
import { say, sayWithInterval } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound, unsound } from '../gate';

/** A point this many robust standard deviations out stands apart from the rest. */
const FAR = 5;
/** More far points than this share are a heavy tail, not a few odd points. */
const FEW = 0.05;
/** So many points far out on one side of x repeat each other: together they may be a high dose, one alone is an outlier. */
const REPEATED = 5;
/** A slope that keeps this share without the far points does not hang on them. */
const HALF = 0.5;

/** The link is carried by the bulk of the rows. */
export const outliers: Gate = {
  name: 'outliers',
  kinds: ['association', 'effect', 'trend'],
  looksFor: 'a slope produced by a few outliers, which the other rows do not show',
  statistic: 'number of outliers; slope without them',
  threshold:
    'p > 0.05 without them and their interval excluding the slope with them; never for yes/no or zero-inflated columns',
  source: 'Rousseeuw & Leroy (1987): median ± 5 MAD',
  examine(inquiry) {
    const { study } = inquiry;
    const pair =
      study?.shape === 'trend'
        ? { x: study.time, y: study.y, series: null, sides: null }
        : study?.shape === 'contrast'
          ? study
          : null;
    if (study === null || pair === null || pair.sides !== null || pair.series !== null)
      return skip('the claim is not about a slope over independent rows');
    const far = farPoints(pair.x, pair.y);
    if (far === null) return skip('more than half the values of a column are equal: none can be called an outlier');
    const count = far.reduce((total, flag) => total + flag, 0);
    const seen = { statistic: count, n: study.n };
    if (count === 0) return sound('there are no outliers', seen);
    if (count > Math.max(2, FEW * study.n))
      return sound(`${count} outliers are a heavy tail, so none is trimmed`, seen);
    const all = slopeOf(pair.x, pair.y, () => true);
    const rest = slopeOf(pair.x, pair.y, (i) => far[i] === 0);
    const bounds = interval(rest.contrast);
    const carried =
      all.naiveP < inquiry.input.alpha &&
      !(pValue(rest.contrast) < 0.05) &&
      (bounds.low > all.contrast.value || bounds.high < all.contrast.value);
    const words = `without ${count} outlier${count === 1 ? '' : 's'} of ${study.n} points the slope goes from ${say(all.contrast.value)} to ${sayWithInterval(rest.contrast.value, bounds)}`;
    if (carried && isHighDose(pair, far, inquiry.input.alpha))
      return inconclusive(
        `${words}: it rests on ${count} outliers, which agree with each other as in a real effect of extreme values; claim it for those`,
        seen,
      );
    if (carried) return unsound(`${words}: the whole association comes from the outliers`, seen);
    const hangs =
      all.naiveP < inquiry.input.alpha &&
      pValue(rest.contrast) > inquiry.level &&
      Math.abs(rest.contrast.value) < HALF * Math.abs(all.contrast.value);
    return hangs
      ? inconclusive(`${words}: without the outliers the result is not significant`, seen)
      : sound(words, seen);
  },
};

/** Enough rows far out on one side of x that they can be compared with the bulk, and that differ from it in y. */
function isHighDose({ x, y }: { x: Float64Array; y: Float64Array }, far: Uint8Array, alpha: number): boolean {
  const { median } = robustSpread(x);
  return [1, -1].some((side) => {
    const beyond = (i: number): boolean => far[i] === 1 && side * ((x[i] ?? NaN) - median) > 0;
    const kept = rowsWhere(x.length, (i) => far[i] === 0 || beyond(i));
    const group = numbers(kept.length, (i) => (beyond(kept[i] ?? -1) ? 1 : 0));
    const rows = group.reduce((total, flag) => total + flag, 0);
    return rows >= REPEATED && pValue(welchContrast(pick(y, kept), group)) < alpha;
  });
}

function farPoints(x: Float64Array, y: Float64Array): Uint8Array | null {
  const [a, b] = [robustSpread(x), robustSpread(y)];
  if (a.spread === 0 || b.spread === 0) return null;
  return flags(
    x.length,
    (i) => Math.abs((x[i] ?? NaN) - a.median) > FAR * a.spread || Math.abs((y[i] ?? NaN) - b.median) > FAR * b.spread,
  );
}

function slopeOf(
  x: Float64Array,
  y: Float64Array,
  keep: (row: number) => boolean,
): { contrast: ReturnType<typeof robustContrast>; naiveP: number } {
  const rows = rowsWhere(x.length, keep);
  const fit = leastSquares([new Float64Array(rows.length).fill(1), pick(x, rows)], pick(y, rows));
  return {
    contrast: robustContrast(fit, 1),
    naiveP: studentTwoSided((fit.coefficients[1] ?? NaN) / classicalError(fit, 1), fit.residualDf),
  };
}
