import { avalanche, hashText } from '../sample/hash-random';
import { placeOf } from '../sample/rows';
import type { Clusters } from '../regression/cluster-error';

/**
 * Folds by a hash of what a row says (ranks of its features), never of where it stands: the same rows get the same
 * folds in any order and in any unit, and copies of a row always share a fold. Rows of one cluster stay together.
 */
export function hashedFolds(
  features: readonly Float64Array[],
  clusters: Clusters | null,
  folds: number,
  seed: string,
): Uint8Array {
  const n = features[0]?.length ?? 0;
  const hashes = new Int32Array(n).fill(hashText(seed) | 0);
  features.forEach((values, column) => {
    const sorted = values.slice().sort();
    for (let i = 0; i < n; i++)
      hashes[i] = avalanche((hashes[i] ?? 0) ^ (placeOf(sorted, values[i] ?? NaN) + Math.imul(column + 1, 0x9e3779b9)));
  });
  if (clusters !== null) shareWithinClusters(hashes, clusters);
  const result = new Uint8Array(n);
  for (let i = 0; i < n; i++) result[i] = (avalanche(hashes[i] ?? 0) >>> 3) % folds;
  return result;
}

function shareWithinClusters(hashes: Int32Array, { codes, count }: Clusters): void {
  const sums = new Int32Array(count);
  codes.forEach((code, i) => {
    sums[code] = ((sums[code] ?? 0) + (hashes[i] ?? 0)) | 0;
  });
  codes.forEach((code, i) => {
    hashes[i] = sums[code] ?? 0;
  });
}
