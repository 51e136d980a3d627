import type { ClassificationStudy } from '../study/study';
import type { Examined } from './evidence';

/** The one direction that skill has. */
export const UP = { sign: 1, from: 'none', words: 'better than chance' } as const;

/** Fewer degrees of freedom than this, and no error over clusters is to be trusted. */
const MIN_DF = 4;

export interface Grouped {
  readonly error: number;
  readonly df: number;
  readonly clusters: number;
}

/** The error of a statistic whose rows go together by cluster: their influences are summed first. Null without clusters. */
export function groupedError(
  influence: Float64Array,
  { clusters }: ClassificationStudy,
  index: Int32Array,
): Grouped | null {
  if (clusters === null) return null;
  const sums = new Map<number, number>();
  influence.forEach((moved, i) => {
    const cluster = clusters.codes[index[i] ?? -1] ?? 0;
    sums.set(cluster, (sums.get(cluster) ?? 0) + moved);
  });
  const count = sums.size;
  const squares = [...sums.values()].reduce((total, sum) => total + sum * sum, 0);
  return { error: Math.sqrt((squares * count) / Math.max(1, count - 1)), df: count - 1, clusters: count };
}

export function tooFew({ clusters }: ClassificationStudy, grouped: Grouped): Examined {
  return { impossible: `${grouped.clusters} values of "${clusters?.name ?? ''}" are too few for an honest error` };
}

export function groupedWords({ clusters }: ClassificationStudy, what: string): string {
  return `${what}, cluster-robust over values of ${clusters?.name ?? 'cluster'}`;
}

export function isTooFew({ df }: Grouped): boolean {
  return !(df >= MIN_DF);
}
