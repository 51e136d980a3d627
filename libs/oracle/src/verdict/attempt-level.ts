/** Share of α kept for the first attempt; the rest is for all later ones together. */
const FIRST_SHARE = 0.9;

/**
 * The level of the k-th counted attempt on the same data and question family. Levels add up to α over any number of
 * attempts (α-spending: 0.9·α, then 0.1·α / (k (k − 1))), so trying again never buys a false "sound".
 */
export function attemptLevel(alpha: number, attempt: number): number {
  return attempt <= 1 ? FIRST_SHARE * alpha : ((1 - FIRST_SHARE) * alpha) / (attempt * (attempt - 1));
}
