import type { Verdict } from '@svc/contracts';
import type { VersionContent } from '../src/model/version/version-content';

const hash = (digit: string): string => `sha256:${digit.repeat(64)}`;

/** What a training could hand over. */
export function sampleVersion(verdict: Verdict = 'sound', more: Partial<VersionContent> = {}): VersionContent {
  return {
    verdict,
    verdict_reason: 'no gate found a defect',
    engine: 'automl_light',
    estimator: 'lgbm',
    task: 'classification',
    target: 'late',
    features: ['distance', 'carrier'],
    metric: { name: 'log_loss', greater_is_better: false },
    metrics: { log_loss: 0.3, accuracy: 0.9 },
    baseline: { method: 'majority', metrics: { accuracy: 0.7 } },
    interval: { metric: 'log_loss', level: 0.95, low: 0.25, high: 0.35 },
    n_train: 800,
    n_test: 200,
    source: {
      kind: 'derivation',
      name: 'delays',
      data_hash: hash('1'),
      rows: 1000,
      run: null,
      certificate_digest: hash('2'),
    },
    tags: { 'svc.oracle_verdict': verdict },
    parameters: { n_estimators: 10 },
    classes: [0, 1],
    holdout: { rule: 'hash', detail: 'one row in five' },
    trials: { complete: 3, pruned: 0, failed: 0 },
    importances: [{ feature: 'distance', importance: 1 }],
    warnings: [],
    seed: 7,
    deterministic: true,
    environment: { python: '3.11', libraries: { lightgbm: '4.7.0' } },
    archive: { object: '3'.repeat(64), bytes: 100 },
    serving: { path: 'none', replayed: null, reason: null },
    description: '# A model',
    attestation: {
      question: 'Do the features predict late?',
      kind: 'prediction',
      verdict,
      reason: 'no gate found a defect',
      estimate: null,
      adjusted_for: [],
      gates: [],
      skipped: [],
      oracle: { version: '1', policy: 'auto', alpha: 0.005, attempts: 1, error_rates: null },
    },
    signature: {
      inputs: [{ name: 'distance', type: 'double', required: true }],
      outputs: [{ name: 'prediction', type: 'long', required: true }],
    },
    input_example: { dataframe_split: { columns: ['distance'], data: [[1]] } },
    ...more,
  };
}
