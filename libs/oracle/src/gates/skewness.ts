import { pValue, statisticOf } from '../statistics/contrast';
import { seededRandom } from '../statistics/hash-random';
import { moments } from '../statistics/moments';
import { correctForSkewness, skewnessOfSum } from '../statistics/skewness-correction';
import { studentTail, studentTwoSided } from '../statistics/distributions';
import type { Contrast } from '../statistics/contrast';
import type { Clusters } from '../statistics/cluster-error';
import type { Inquiry } from '../verdict/inquiry';
import { say } from '../words/number-words';
import { type Finding, type Gate, inconclusive, skip, sound } from './gate';

/** Below this the correction moves p by less than its own error. */
const NEGLIGIBLE = 0.02;
/** The cubic correction is monotone but flat beyond; |skewness·t| is held to it. */
const REACH = 1.5;
const DRAWS = 1999;
const BOOTSTRAP_ROWS = 500;

/** The tail of the test statistic is not an artefact of skewed values. */
export const skewness: Gate = {
  name: 'skewness',
  kinds: ['level', 'association', 'effect', 'comparison', 'experiment', 'change', 'proportion'],
  looksFor: 'a p value that a skewed outcome makes too small on one side',
  statistic: "p after Hall's correction for the skewness of the estimate (a seeded bootstrap of t for one small sample)",
  threshold: 'the level of this attempt',
  source: 'Hall, JRSS B 54 (1992); Hall & Martin (1988)',
  examine(inquiry) {
    const found = inquiry.evidence();
    const { study } = inquiry;
    if (found?.contrast === null || found?.contrast === undefined) return skip('there is no single estimate');
    if (study?.shape !== 'contrast' && study?.shape !== 'mean') return skip('the test is not one contrast');
    if (found.p > inquiry.level) return skip('the primary test already fails');
    if (study.series !== null) return skip('rows are a series');
    const { contrast } = found;
    const gamma = skewnessOfSum(clusterSums(contrast.influence, study.clusters));
    if (Math.abs(gamma) < NEGLIGIBLE) return sound('the estimate is not skewed', { statistic: found.p, threshold: inquiry.level });
    const small = study.shape === 'mean' && study.clusters === null && study.n <= BOOTSTRAP_ROWS;
    return small ? bootstrapped(study.y, found.direction.sign, inquiry) : corrected(contrast, gamma, found.direction.sign, inquiry.level);
  },
};

function clusterSums(influence: Float64Array, clusters: Clusters | null): Float64Array {
  if (clusters === null || clusters.codes.length !== influence.length) return influence;
  const sums = new Float64Array(clusters.count);
  clusters.codes.forEach((code, i) => { sums[code] = (sums[code] ?? NaN) + (influence[i] ?? NaN); });
  return sums;
}

function corrected(contrast: Contrast, gamma: number, sign: -1 | 0 | 1, level: number): Finding {
  const t = statisticOf(contrast);
  const held = Math.sign(t) * Math.min(Math.abs(t), REACH / Math.abs(gamma));
  const moved = correctForSkewness(held, gamma);
  const p = sign === 0 ? studentTwoSided(moved, contrast.df) : studentTail(sign * moved, contrast.df);
  // Only a correction that weakens the evidence counts: the primary test stays the bar.
  const worse = Math.max(p, pValue(contrast, sign));
  const words = `the estimate has skewness ${say(gamma)}; corrected p = ${say(worse)}`;
  return worse <= level ? sound(words, { statistic: worse, threshold: level }) : inconclusive(`${words}, above ${say(level)}: skewed values make the plain test optimistic on this side`, { statistic: worse, threshold: level });
}

/** Bootstrap of the t statistic: where does the observed t stand among those of resampled, centred values? */
function bootstrapped(y: Float64Array, sign: -1 | 0 | 1, inquiry: Inquiry): Finding {
  const seed = inquiry.seedOf('skewness');
  const random = seededRandom(seed);
  const sorted = Float64Array.from(y).sort();
  const whole = moments(sorted);
  const t = whole.mean / Math.sqrt(whole.variance / whole.n);
  let above = 1;
  let below = 1;
  for (let draw = 0; draw < DRAWS; draw++) {
    const m = moments(sorted.map(() => sorted[Math.floor(random() * sorted.length)] ?? NaN));
    const drawn = (m.mean - whole.mean) / Math.sqrt(m.variance / m.n);
    if (!(drawn < t)) above++;
    if (!(drawn > t)) below++;
  }
  const tails = { '1': above, '-1': below, '0': 2 * Math.min(above, below) }[`${sign}`];
  const p = Math.min(1, tails / (DRAWS + 1));
  const threshold = Math.max(inquiry.level, 4 / (DRAWS + 1));
  const numbers = { statistic: p, threshold, n: y.length, seed };
  return p <= threshold ? sound(`bootstrap of t gives p = ${say(p)}`, numbers) : inconclusive(`bootstrap of t gives p = ${say(p)}, above ${say(threshold)}: the values are too skewed for ${y.length} rows`, numbers);
}
