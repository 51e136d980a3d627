import { isDeepStrictEqual } from 'node:util';
import type { Json, ModelComparison } from '@svc/contracts';
import type { StoredVersion } from './version-content';

/** What differs between two versions of a model. */
export function compareVersions(model: string, left: StoredVersion, right: StoredVersion): ModelComparison {
  const [a, b] = [left.content, right.content];
  const sameData = a.source.data_hash === b.source.data_hash;
  return {
    model,
    left: left.version,
    right: right.version,
    metrics: namesIn(a.metrics, b.metrics).map((name) => {
      const scores = { left: a.metrics[name] ?? null, right: b.metrics[name] ?? null };
      const difference = scores.left === null || scores.right === null ? null : scores.right - scores.left;
      return { name, ...scores, difference };
    }),
    parameters: changed(a.parameters, b.parameters),
    data_hash: { left: a.source.data_hash, right: b.source.data_hash, same: sameData },
    features: {
      added: b.features.filter((it) => !a.features.includes(it)),
      removed: a.features.filter((it) => !b.features.includes(it)),
    },
    verdict: { left: a.verdict, right: b.verdict },
    engine: { left: a.engine, right: b.engine },
    // The held-out rows are chosen by rule and seed, so the same data gives the same ones.
    comparable:
      sameData && a.target === b.target && a.seed === b.seed && isDeepStrictEqual(a.holdout.rule, b.holdout.rule),
  };
}

function changed(left: Readonly<Record<string, Json>>, right: Readonly<Record<string, Json>>) {
  return namesIn(left, right)
    .map((name) => ({ name, left: left[name] ?? null, right: right[name] ?? null }))
    .filter((it) => !isDeepStrictEqual(it.left, it.right));
}

function namesIn(...all: readonly object[]): string[] {
  return [...new Set(all.flatMap((it) => Object.keys(it)))].sort();
}
