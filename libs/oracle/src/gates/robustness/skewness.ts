import { without } from '../../claim/claim';
import { shareCounts } from '../../evidence/contrast-evidence';
import { estimateSkewness, rearrangedP, skewCorrectedP } from '../../evidence/sceptical-p';
import { moments } from '../../statistics/sample/moments';
import type { ContrastStudy, MeanStudy } from '../../study/study';
import type { Inquiry } from '../../verdict/inquiry';
import { isMargin, testsOfZero } from '../../evidence/margin-test';
import type { Contrast } from '../../statistics/distribution/contrast';
import type { PermutationTest } from '../../statistics/comparison/permutation';
import { permutedSlope } from './small-sample';
import { fitContrast } from '../../study/contrast/contrast-fit';
import { say } from '../../words/number-words';
import { type Finding, type Gate, inconclusive, skip, sound, worstOf } from '../gate';

/** Skewness of an estimate over n normal rows is about this over n by chance alone. */
const CHANCE = 7;
/** Slopes over fewer rows are rearranged by another gate. */
const SMALL_SLOPE = 99;
/** More rows are not rearranged: each draw costs all of them. */
const MAX_SLOPE = 2000;
/** A group so small may hide its skewness by missing its own tail. */
const SMALL_GROUP = 50;

/** Rows that a mean of skewed values takes, per squared skewness (Cochran, Sampling Techniques (1977), 2.15). */
const COCHRAN = 25;
/** With fewer, resampling and correction are off as well, and are asked for this share of the level. */
const FEW_FOR_SKEW = 0.1;

/** The tail of the test statistic is not an artefact of skewed values. */
export const skewness: Gate = {
  name: 'skewness',
  kinds: without('trend', 'prediction', 'classification', 'survival'),
  looksFor: 'a p value that a skewed outcome makes too small on one side',
  statistic: "p by permutation or bootstrap of t, and after Hall's correction for the skewness of the estimate",
  threshold: 'the level of this attempt; a tenth of it for a mean of fewer rows than 25 times its squared skewness',
  source: 'Hall, JRSS B 54 (1992); Cochran (1977); Hall & Martin (1988); Janssen (1997)',
  examine(inquiry) {
    const found = inquiry.evidence();
    const { study } = inquiry;
    if (found?.contrast === null || found?.contrast === undefined) return skip('there is no single estimate');
    if (study?.shape !== 'contrast' && study?.shape !== 'mean') return skip('the test is not one contrast');
    if (found.p > inquiry.level) return skip('the primary test already fails');
    if (study.series !== null) return skip('rows are a series');
    if (study.shape === 'contrast' && shareCounts(study) !== null)
      return skip('a share has no skewed values; small counts are tested exactly');
    const slope = study.shape === 'contrast' && (study.sides === null || study.adjusters.names.length > 0);
    if (slope && study.clusters === null && study.n <= SMALL_SLOPE)
      return skip('few rows: the slope is tested by permutation');
    const { skewness: gamma, units } = estimateSkewness(found.contrast, study.clusters);
    const numbers = { statistic: gamma, threshold: CHANCE / units, n: units };
    if (Math.abs(gamma) < CHANCE / units && (isMargin(inquiry.claim) || !hasSmallGroup(study)))
      return sound(`the estimate is not skewed (${say(gamma)})`, numbers);
    if (study.shape === 'mean') return judge(study, found.contrast, found.direction.sign, gamma, inquiry);
    return worstOf(
      testsOfZero(study, inquiry.claim, found.direction.sign).map((test) =>
        judge(test.study, fitContrast(test.study).contrast, test.sign, gamma, inquiry),
      ),
    );
  },
};

function hasSmallGroup(study: ContrastStudy | MeanStudy): boolean {
  if (study.shape === 'mean' || study.sides === null || study.clusters !== null || study.adjusters.names.length > 0)
    return false;
  const ones = study.x.reduce((total, side) => total + side, 0);
  return Math.min(ones, study.n - ones) < SMALL_GROUP;
}

/** The correction is flat for strongly skewed estimates, however large their t: then the slope's own rows are rearranged. */
function slopeIfUnsure(
  study: ContrastStudy | MeanStudy,
  sign: -1 | 0 | 1,
  corrected: number,
  inquiry: Inquiry,
): PermutationTest | null {
  if (study.shape === 'mean' || study.clusters !== null || study.paired) return null;
  if (corrected <= inquiry.level || study.n > MAX_SLOPE) return null;
  return permutedSlope(study, sign, inquiry.random('skewness'));
}

function judge(
  study: ContrastStudy | MeanStudy,
  contrast: Contrast,
  sign: -1 | 0 | 1,
  gamma: number,
  inquiry: Inquiry,
): Finding {
  // Against a margin the correction says enough: few rows are rearranged by another gate.
  const corrected = skewCorrectedP(contrast, gamma, sign);
  const test = isMargin(inquiry.claim)
    ? null
    : (rearrangedP(study, sign, inquiry.random('skewness')) ?? slopeIfUnsure(study, sign, corrected, inquiry));
  // Rearranged groups are an exact answer; a resampled mean is not, and must agree with the correction.
  const p = test === null ? corrected : study.shape === 'mean' ? Math.max(test.p, corrected) : test.p;
  const asked =
    study.shape === 'mean' && study.n < COCHRAN * moments(study.y).skewness ** 2
      ? inquiry.level * FEW_FOR_SKEW
      : inquiry.level;
  const threshold = Math.max(asked, test === null ? 0 : 2 / (test.draws + 1));
  const numbers = {
    statistic: p,
    threshold,
    n: study.n,
    ...(test === null || test.exact ? {} : { seed: inquiry.seedOf('skewness') }),
  };
  const words = `the estimate has skewness ${say(gamma)}; ${test === null ? 'corrected' : study.shape === 'mean' ? 'resampled and corrected' : 'permutation'} p = ${say(p)}`;
  return p <= threshold
    ? sound(words, numbers)
    : inconclusive(
        `${words}, above ${say(threshold)}: skewed values make the standard test optimistic on this side`,
        numbers,
      );
}
