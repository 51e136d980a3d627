import type { Attestation, ModelSource, TrainingRequest } from '@svc/contracts';
import type { TrainingSpec, Trial } from '@svc/runner';

/** Seconds of search that a training has at least, also when it begins again. */
const MIN_BUDGET_S = 5;

export interface SpecParts {
  readonly request: TrainingRequest;
  readonly source: ModelSource;
  readonly attestation: Attestation;
  /** Those of an earlier process of this training. */
  readonly finished: readonly Trial[];
  readonly threads: number;
  readonly memoryBytes: number;
}

/** What an engine is asked for. Time that an earlier process spent on finished trials is spent. */
export function specOf({ request, source, attestation, finished, threads, memoryBytes }: SpecParts): TrainingSpec {
  const spent = finished.reduce((sum, it) => sum + it.seconds, 0);
  return {
    name: request.name,
    engine: request.engine,
    task: request.task,
    target: request.target,
    features: request.features ?? null,
    metric: request.metric ?? null,
    groups: request.groups ?? null,
    time_col: request.time_col ?? null,
    horizon: request.horizon ?? null,
    time_budget: Math.max(MIN_BUDGET_S, Math.round(request.time_budget - spent)),
    ensemble: request.ensemble,
    estimator_list: request.estimator_list ?? null,
    seed: request.seed,
    threads,
    memory_bytes: memoryBytes,
    holdout: { rule: 'auto', fraction: 0.2, row_id: null },
    source: {
      kind: source.kind,
      name: source.name ?? '',
      data_hash: source.data_hash,
      feature_derivation: source.kind === 'derivation' ? source.name : null,
      oracle_verdict: attestation.verdict,
    },
    finished_trials: finished,
  };
}
