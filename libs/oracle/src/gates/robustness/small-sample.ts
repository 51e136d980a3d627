import { without } from '../../claim/claim';
import { mean } from '../../statistics/sample/compensated-sum';
import type { Random } from '../../statistics/sample/hash-random';
import { leastSquares } from '../../statistics/regression/least-squares';
import {
  flipSigns,
  type PermutationTest,
  permuteGroups,
  permuteResiduals,
  permuteTarget,
} from '../../statistics/comparison/permutation';
import { fisherMidP } from '../../statistics/comparison/proportions';
import { shareCounts } from '../../evidence/contrast-evidence';
import { testsOfZero, type ZeroTest } from '../../evidence/margin-test';
import { statisticOf } from '../../statistics/distribution/contrast';
import { fitContrast, fitModel, focalIndex, modelOf, unitDifferences } from '../../study/contrast/contrast-fit';
import { withinParts } from '../../study/variable/factor';
import type { ContrastStudy, PredictionStudy } from '../../study/study';
import type { Inquiry } from '../../verdict/inquiry';
import { say } from '../../words/number-words';
import { type Finding, type Gate, inconclusive, skip, type Skipped, sound, worstOf } from '../gate';

/** Up to here rearranging rows is cheap and the reference distributions deserve a check. */
const MAX_ROWS = 99;
/** Slopes refit the whole design per draw. */
const MAX_SLOPE_ROWS = 99;
const SLOPE_DRAWS = 2999;
/** Rows × columns × draws that fit the time budget of one gate; fewer draws than the second cannot show a small p. */
const MAX_WORK = 4e7;
const MIN_DRAWS = 499;
/** The link of two normal columns rests on a ninth of its rows' worth of evidence; half of that is a heavy tail. */
const HEAVY_TAIL = 1 / 18;
/** With fewer rows for each column the joint robust test errs more often than it says (2.9% for yes/no, n = 50, 4 columns). */
const ROWS_PER_COLUMN = { binary: 100, other: 50 };
/** Below this expected count the normal approximation of a share is poor (Cochran 1954). */
const SMALL_COUNT = 10;

/** The test holds without its large-sample reference distribution. */
export const smallSample: Gate = {
  name: 'small-sample',
  kinds: without('level', 'trend', 'classification', 'survival'),
  looksFor: 'a p value that is small only because of the normal approximation',
  statistic: 'p by exact enumeration or seeded permutation of the same statistic',
  threshold: 'the level of this attempt, or the smallest p the draws can show',
  source: 'Janssen (1997) for groups, Freedman & Lane (1983) for slopes, Lancaster (1961) for shares',
  examine(inquiry) {
    const { study } = inquiry;
    const found = inquiry.evidence();
    if (found === null) return skip('there is no estimate');
    if (study?.shape === 'prediction' && found.p <= inquiry.level) return rearrangedTarget(study, inquiry);
    if (study?.shape !== 'contrast') return skip('the test is not one contrast');
    if (found.p > inquiry.level) return skip('the primary test already fails');
    return worstOf(testsOfZero(study, inquiry.claim, found.direction.sign).map((test) => rearranged(test, inquiry)));
  },
};

function rearranged({ study, sign }: ZeroTest, inquiry: Inquiry): Finding | Skipped {
  const seed = inquiry.seedOf('small-sample');
  const random = inquiry.random('small-sample');
  if (study.paired) {
    const differences = unitDifferences(study);
    return differences.length > MAX_ROWS
      ? skip('there are enough units')
      : judge(flipSigns(differences, sign, random), inquiry, differences.length, seed);
  }
  if (study.clusters !== null || study.series !== null)
    return skip('rows are not exchangeable; the degrees of freedom account for the small sample');
  const counts = shareCounts(study);
  if (counts !== null) {
    const hits = counts.reference.hits + counts.subject.hits;
    const rarer = Math.min(hits, study.n - hits) * (Math.min(counts.reference.n, counts.subject.n) / study.n);
    if (rarer >= SMALL_COUNT && study.n > MAX_ROWS) return skip('all expected counts are large');
    const p = fisherMidP(
      { hits1: counts.reference.hits, n1: counts.reference.n, hits2: counts.subject.hits, n2: counts.subject.n },
      sign,
    );
    return judge({ p, statistic: p, draws: Infinity, exact: true }, inquiry, study.n, null);
  }
  if (study.sides !== null && study.adjusters.names.length === 0) {
    if (study.n > MAX_ROWS) return skip('there are enough rows');
    const side = (code: number): Float64Array => study.y.filter((_, i) => study.x[i] === code);
    return judge(permuteGroups(side(0), side(1), sign, random), inquiry, study.n, seed);
  }
  if (study.n > MAX_SLOPE_ROWS) return skip('there are enough rows');
  return judge(permutedSlope(study, sign, random), inquiry, study.n, seed);
}

/** Permutes the target against the features: the statistic is the share of it that they explain. */
function rearrangedTarget(study: PredictionStudy, inquiry: Inquiry): Finding | Skipped {
  if (study.test !== null || study.series !== null || study.clusters !== null)
    return skip('rows held out decide, or rows are not exchangeable');
  const worth = Math.min(...study.features.map((feature) => effectiveRows(feature.values, study.y)));
  const perColumn = study.n / study.features.length;
  if (worth >= HEAVY_TAIL * study.n && perColumn >= (study.binary ? ROWS_PER_COLUMN.binary : ROWS_PER_COLUMN.other))
    return skip(`each feature's association with the target rests on at least ${say(worth)} of ${study.n} rows`);
  const draws = Math.min(SLOPE_DRAWS, Math.floor(MAX_WORK / (study.n * study.features.length)));
  if (draws < MIN_DRAWS) return skip('there are enough rows');
  return judge(
    permuteTarget(
      study.features.map((feature) => feature.values),
      study.y,
      inquiry.random('small-sample'),
      draws,
    ),
    inquiry,
    study.n,
    inquiry.seedOf('small-sample'),
  );
}

/** Rows that the covariance of two columns is worth, (Σs²)² / Σs⁴: few when some products outweigh all others. */
function effectiveRows(x: Float64Array, y: Float64Array): number {
  const [atX, atY] = [mean(x), mean(y)];
  let squares = 0;
  let fourths = 0;
  for (let i = 0; i < x.length; i++) {
    const square = (((x[i] ?? NaN) - atX) * ((y[i] ?? NaN) - atY)) ** 2;
    squares += square;
    fourths += square * square;
  }
  return squares > 0 ? squares * (squares / fourths) : 0;
}

/** A slope by permuting what the other columns leave of the outcome. */
export function permutedSlope(study: ContrastStudy, sign: -1 | 0 | 1, random: Random): PermutationTest {
  const model = modelOf(study);
  const full = fitModel(model);
  const { cells } = model;
  const y = cells === null ? study.y : withinParts(study.y, cells);
  const numeric = model.numeric.map((column) => (cells === null ? column : withinParts(column, cells)));
  const others = leastSquares(cells === null ? [new Float64Array(study.n).fill(1), ...numeric] : numeric, y);
  const t = statisticOf(fitContrast(study).contrast);
  return permuteResiduals({
    full,
    others,
    index: focalIndex(model),
    observed: t,
    sign,
    random,
    draws: SLOPE_DRAWS,
  });
}

function judge(test: PermutationTest, inquiry: Inquiry, n: number, seed: string | null): Finding {
  const threshold = Math.max(inquiry.level, test.exact ? 0 : 2 / (test.draws + 1));
  const numbers = { statistic: test.p, threshold, n, ...(seed === null || test.exact ? {} : { seed }) };
  const how = test.exact ? 'by exact enumeration' : `by ${test.draws} permutations`;
  return test.p <= threshold
    ? sound(`p = ${say(test.p)} ${how}`, numbers)
    : inconclusive(
        `p = ${say(test.p)} ${how}, above ${say(threshold)}: too few rows for the approximation behind the primary test`,
        numbers,
      );
}
