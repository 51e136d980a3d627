import type { Attestation, Json, ModelSource, TrainingRequest } from '@svc/contracts';
import type { TrainingReport } from '@svc/runner';
import { z } from 'zod';
import { type VersionContent, versionContent } from '../model/version/version-content';
import type { Evidence } from './evidence';

/** Whatever an engine says, as JSON. */
const said = z.json().catch(null);

interface Trained {
  readonly request: TrainingRequest;
  readonly source: ModelSource;
  readonly attestation: Attestation;
  readonly report: TrainingReport;
  readonly evidence: Evidence;
  readonly archive: { readonly object: string; readonly bytes: number };
}

/** What is registered of a training: the oracle's verdict on its data, and the engine's scores beside the baseline. */
export function versionOf({ request, source, attestation, report, evidence, archive }: Trained): VersionContent {
  const { verdict, reason } = attestation;
  return versionContent.parse({
    verdict,
    verdict_reason: reason,
    engine: report.engine,
    estimator: report.best_estimator,
    task: report.task,
    target: report.target,
    features: report.features,
    metric: report.metric,
    metrics: report.metrics,
    baseline: report.baseline,
    interval: report.interval,
    n_train: report.n_train,
    n_test: report.n_test,
    source,
    tags: tagsOf(source, verdict),
    parameters: { ...report.best_config, time_budget: request.time_budget },
    classes: report.classes,
    holdout: report.holdout,
    trials: report.trials,
    importances: report.importances,
    warnings: report.warnings,
    seed: report.seed,
    deterministic: report.deterministic,
    environment: report.environment,
    archive,
    description: evidence.card,
    attestation,
    signature: report.signature,
    input_example: said.parse(evidence.inputExample),
  });
}

function tagsOf({ kind, name, data_hash }: ModelSource, verdict: string): Record<string, Json> {
  return {
    'svc.data_hash': data_hash,
    'svc.oracle_verdict': verdict,
    ...(name === null ? {} : { [kind === 'derivation' ? 'svc.feature_derivation' : 'svc.dataset']: name }),
  };
}
