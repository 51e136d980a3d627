import { shareCounts } from '../evidence/contrast-evidence';
import type { Clusters } from '../statistics/cluster-error';
import { type Contrast, pValue, statisticOf } from '../statistics/contrast';
import { studentTail, studentTwoSided } from '../statistics/distributions';
import { bootstrapMean, permuteGroups } from '../statistics/permutation';
import { correctForSkewness, skewnessOfSum } from '../statistics/skewness-correction';
import type { ContrastStudy, MeanStudy } from '../study/study';
import type { Inquiry } from '../verdict/inquiry';
import { say } from '../words/number-words';
import { type Finding, type Gate, inconclusive, skip, type Skipped, sound } from './gate';

/** Skewness of an estimate over n normal rows is about this over n by chance alone. */
const CHANCE = 7;
/** The cubic correction is monotone but flat beyond; |skewness·t| is held to it. */
const REACH = 1.5;
/** Up to here rows are rearranged instead of corrected. */
const REARRANGED_ROWS = 2000;

/** Slopes over fewer rows are rearranged by another gate. */
const SMALL_SLOPE = 99;

/** The tail of the test statistic is not an artefact of skewed values. */
export const skewness: Gate = {
  name: 'skewness',
  kinds: ['level', 'association', 'effect', 'comparison', 'experiment', 'change', 'proportion'],
  looksFor: 'a p value that a skewed outcome makes too small on one side',
  statistic: "p by rearrangement or bootstrap of t; for many rows Hall's correction for the skewness of the estimate",
  threshold: 'the level of this attempt',
  source: 'Hall, JRSS B 54 (1992); Hall & Martin (1988); Janssen (1997)',
  examine(inquiry) {
    const found = inquiry.evidence();
    const { study } = inquiry;
    if (found?.contrast === null || found?.contrast === undefined) return skip('there is no single estimate');
    if (study?.shape !== 'contrast' && study?.shape !== 'mean') return skip('the test is not one contrast');
    if (found.p > inquiry.level) return skip('the primary test already fails');
    if (study.series !== null) return skip('rows are a series');
    if (study.shape === 'contrast' && shareCounts(study) !== null) return skip('a share has no skewed values; small counts are tested exactly');
    const slope = study.shape === 'contrast' && (study.sides === null || study.adjusters.names.length > 0);
    if (slope && study.clusters === null && study.n <= SMALL_SLOPE) return skip('few rows: the slope is tested by rearrangement');
    const sums = clusterSums(found.contrast.influence, study.clusters);
    const gamma = skewnessOfSum(sums);
    const numbers = { statistic: gamma, threshold: CHANCE / sums.length, n: sums.length };
    if (Math.abs(gamma) < CHANCE / sums.length) return sound(`the estimate is not skewed (${say(gamma)})`, numbers);
    return rearranged(study, found.direction.sign, inquiry) ?? corrected(found.contrast, gamma, found.direction.sign, inquiry.level);
  },
};

function clusterSums(influence: Float64Array, clusters: Clusters | null): Float64Array {
  if (clusters === null || clusters.codes.length !== influence.length) return influence;
  const sums = new Float64Array(clusters.count);
  clusters.codes.forEach((code, i) => { sums[code] = (sums[code] ?? NaN) + (influence[i] ?? NaN); });
  return sums;
}

/** Plain groups and plain means are judged by their own rows; null for every other design. */
function rearranged(study: ContrastStudy | MeanStudy, sign: -1 | 0 | 1, inquiry: Inquiry): Finding | Skipped | null {
  if (study.clusters !== null || study.n > REARRANGED_ROWS) return null;
  const random = inquiry.random('skewness');
  if (study.shape === 'contrast' && (study.sides === null || study.adjusters.names.length > 0)) return null;
  const side = (code: number): Float64Array => (study.shape === 'contrast' ? study.y.filter((_, i) => study.x[i] === code) : study.y);
  const test = study.shape === 'contrast' ? permuteGroups(side(0), side(1), sign, random) : bootstrapMean(study.y, sign, random);
  const threshold = Math.max(inquiry.level, 2 / (test.draws + 1));
  const numbers = { statistic: test.p, threshold, n: study.n, ...(test.exact ? {} : { seed: inquiry.seedOf('skewness') }) };
  const words = `values are skewed; ${study.shape === 'contrast' ? 'rearranging' : 'resampling'} them gives p = ${say(test.p)}`;
  return test.p <= threshold ? sound(words, numbers) : inconclusive(`${words}, above ${say(threshold)}: the plain test is too optimistic for ${study.n} rows`, numbers);
}

function corrected(contrast: Contrast, gamma: number, sign: -1 | 0 | 1, level: number): Finding {
  const t = statisticOf(contrast);
  const held = Math.sign(t) * Math.min(Math.abs(t), REACH / Math.abs(gamma));
  const moved = correctForSkewness(held, gamma);
  const p = sign === 0 ? studentTwoSided(moved, contrast.df) : studentTail(sign * moved, contrast.df);
  // Only a correction that weakens the evidence counts: the primary test stays the bar.
  const worse = Math.max(p, pValue(contrast, sign));
  const words = `the estimate has skewness ${say(gamma)}; corrected p = ${say(worse)}`;
  const numbers = { statistic: worse, threshold: level };
  return worse <= level ? sound(words, numbers) : inconclusive(`${words}, above ${say(level)}: skewed values make the plain test optimistic on this side`, numbers);
}
