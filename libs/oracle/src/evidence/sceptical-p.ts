import type { Clusters } from '../statistics/regression/cluster-error';
import { type Contrast, pValue, statisticOf } from '../statistics/distribution/contrast';
import { studentTail, studentTwoSided } from '../statistics/distribution/distributions';
import { type Random } from '../statistics/sample/hash-random';
import { bootstrapMean, type PermutationTest, permuteGroups } from '../statistics/comparison/permutation';
import { correctForSkewness, skewnessOfSum } from '../statistics/distribution/skewness-correction';
import type { ContrastStudy, MeanStudy } from '../study/study';

/** Up to here rows are rearranged or resampled instead of corrected. */
const MAX_REARRANGED = 2000;
/** The cubic correction is monotone but flat beyond; |skewness·t| is held to it. */
const REACH = 1.5;

/** Skewness of the estimate, by cluster where there are any. */
export function estimateSkewness(contrast: Contrast, clusters: Clusters | null): { skewness: number; units: number } {
  const sums =
    clusters !== null && clusters.codes.length === contrast.influence.length
      ? clusterSums(contrast.influence, clusters)
      : contrast.influence;
  return { skewness: skewnessOfSum(sums), units: sums.length };
}

function clusterSums(influence: Float64Array, clusters: Clusters): Float64Array {
  const sums = new Float64Array(clusters.count);
  clusters.codes.forEach((code, i) => {
    sums[code] = (sums[code] ?? NaN) + (influence[i] ?? NaN);
  });
  return sums;
}

/** Two plain groups, or one plain mean, judged by their own rows; null for every other design and for many rows. */
export function rearrangedP(
  study: ContrastStudy | MeanStudy,
  sign: -1 | 0 | 1,
  random: Random,
): PermutationTest | null {
  if (study.clusters !== null || study.series !== null || study.n > MAX_REARRANGED) return null;
  if (study.shape === 'mean') return bootstrapMean(study.y, sign, random);
  if (study.sides === null || study.adjusters.names.length > 0) return null;
  return permuteGroups(
    study.y.filter((_, i) => study.x[i] === 0),
    study.y.filter((_, i) => study.x[i] === 1),
    sign,
    random,
  );
}

/** p after Hall's correction for the skewness of the estimate; never below the plain p. */
export function skewCorrectedP(contrast: Contrast, skewness: number, sign: -1 | 0 | 1): number {
  const t = statisticOf(contrast);
  const held = skewness === 0 ? t : Math.sign(t) * Math.min(Math.abs(t), REACH / Math.abs(skewness));
  const moved = correctForSkewness(held, skewness);
  const p = sign === 0 ? studentTwoSided(moved, contrast.df) : studentTail(sign * moved, contrast.df);
  return Math.max(p, pValue(contrast, sign));
}

/** The largest of the plain p, the corrected one and, where rows can be rearranged, that: what a sceptic would quote. */
export function scepticalP(
  study: ContrastStudy | MeanStudy,
  contrast: Contrast,
  sign: -1 | 0 | 1,
  random: Random,
): number {
  const { skewness } = estimateSkewness(contrast, study.clusters);
  return Math.max(skewCorrectedP(contrast, skewness, sign), rearrangedP(study, sign, random)?.p ?? 0);
}
