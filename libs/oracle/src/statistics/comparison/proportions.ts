import gammaln from '@stdlib/math-base-special-gammaln';
import { binomialAtLeast, binomialAtMost, normalQuantile } from '../distribution/distributions';
import type { Interval } from '../distribution/contrast';

/** Wilson's score interval of a share (JASA 22 (1927)). */
export function wilsonInterval(hits: number, n: number, level = 0.95): Interval {
  const z = normalQuantile((1 - level) / 2);
  const share = hits / n;
  const centre = (share + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
  const reach = (z / (1 + z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n * n));
  return { level, low: Math.max(0, centre - reach), high: Math.min(1, centre + reach) };
}

/** Newcombe's interval of a difference of shares, second − first (method 10, Stat. Med. 17 (1998)). */
export function newcombeInterval(
  first: { hits: number; n: number },
  second: { hits: number; n: number },
  level = 0.95,
): Interval {
  const a = wilsonInterval(first.hits, first.n, level);
  const b = wilsonInterval(second.hits, second.n, level);
  const p1 = first.hits / first.n;
  const p2 = second.hits / second.n;
  const difference = p2 - p1;
  return {
    level,
    low: difference - Math.hypot(p2 - b.low, a.high - p1),
    high: difference + Math.hypot(b.high - p2, p1 - a.low),
  };
}

/**
 * Interval of a difference of shares, second − first, with half a hit and half a miss added to each (Brown & Li, J. Stat.
 * Plan. Inf. 130 (2005), "Jeffreys"): closer to 95% than Newcombe's where neither share is near 0 or 1 and groups are small.
 */
export function jeffreysInterval(
  first: { hits: number; n: number },
  second: { hits: number; n: number },
  level = 0.95,
): Interval {
  const a = (first.hits + 0.5) / (first.n + 1);
  const b = (second.hits + 0.5) / (second.n + 1);
  const reach = normalQuantile((1 - level) / 2) * Math.sqrt((a * (1 - a)) / first.n + (b * (1 - b)) / second.n);
  return { level, low: Math.max(-1, b - a - reach), high: Math.min(1, b - a + reach) };
}

/** Exact binomial test of a share; the two-sided p doubles the smaller tail. */
export function binomialTest(hits: number, n: number, share: number, sign: -1 | 0 | 1): number {
  const above = binomialAtLeast(hits, n, share);
  const below = binomialAtMost(hits, n, share);
  if (sign === 1) return above;
  if (sign === -1) return below;
  return Math.min(1, 2 * Math.min(above, below));
}

function logChoose(n: number, k: number): number {
  return gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1);
}

export interface TwoByTwo {
  readonly hits1: number;
  readonly n1: number;
  readonly hits2: number;
  readonly n2: number;
}

/**
 * Fisher's exact test with mid-p (Lancaster 1961): the plain exact test wastes up to half of α on discreteness.
 * `sign` 1 asks whether the second share is larger; two-sided doubles the smaller tail.
 */
export function fisherMidP({ hits1, n1, hits2, n2 }: TwoByTwo, sign: -1 | 0 | 1): number {
  const hits = hits1 + hits2;
  const whole = logChoose(n1 + n2, hits);
  const probability = (k: number): number => Math.exp(logChoose(n2, k) + logChoose(n1, hits - k) - whole);
  const here = probability(hits2);
  let above = here / 2;
  let below = here / 2;
  for (let k = hits2 + 1; k <= Math.min(n2, hits); k++) above += probability(k);
  for (let k = Math.max(0, hits - n1); k < hits2; k++) below += probability(k);
  if (sign === 1) return above;
  if (sign === -1) return below;
  return Math.min(1, 2 * Math.min(above, below));
}
