import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { requireProgram } from '@svc/testing';
import { SandboxFixture } from '../sandbox.fixture';
import type { TrainingSpec } from '../host/training-frames';
import { createTrainer } from './create-trainer';
import { installGroup } from './install-group';
import type { Trainer } from './trainer';

const ENVIRONMENTS = path.resolve(__dirname, '../../../../.svc');
const GiB = 1024 ** 3;

/** A real trainer of this machine for specs, with the group `ml-core` installed when it is first needed. */
export class TrainingFixture {
  readonly files = new SandboxFixture();

  constructor() {
    // As whoever runs the specs: pip may need settings of their environment.
    const provision = path.join(this.files.hostSources, 'provision.py');
    execFileSync('python3', [provision, path.join(ENVIRONMENTS, 'ml-core'), '--group', 'ml-core', '--dev']);
  }

  async trainer(memoryBytes = 3 * GiB): Promise<Trainer> {
    const { hostSources } = this.files;
    const { python, lockFile } = await installGroup({
      group: 'ml-core',
      sources: hostSources,
      environments: ENVIRONMENTS,
    });
    return createTrainer({
      python,
      lockFile,
      hostSources,
      scratch: this.files.scratch,
      path: path.dirname(requireProgram('bwrap', 'bubblewrap')),
      concurrency: 1,
      limits: { memoryBytes, wallMs: 1_800_000, scratchBytes: GiB, outputBytes: GiB, threads: 1 },
    });
  }

  /** 400 rows of a target that depends on `x` and on `city`. */
  rows(): Promise<string> {
    return this.files.parquet(`
      select i as id, (hash(i) % 1000) / 1000.0 as x, ['Bern', 'Genf', 'Chur'][1 + (hash(i * 7) % 3)::int] as city,
        case when x + (city = 'Bern')::int * 0.5 + (hash(i * 3) % 100) / 500.0 > 0.7 then 'yes' else 'no' end as answer
      from range(400) as t(i)`);
  }

  spec(more: Partial<TrainingSpec> = {}): TrainingSpec {
    return {
      name: 'answers',
      engine: 'tuner',
      task: 'auto',
      target: 'answer',
      features: ['x', 'city'],
      metric: null,
      groups: null,
      time_col: null,
      horizon: null,
      time_budget: 600,
      ensemble: false,
      estimator_list: ['linear'],
      seed: 7,
      threads: 1,
      memory_bytes: 2 * GiB,
      max_trials: 2,
      holdout: { rule: 'auto', fraction: 0.2, row_id: 'id' },
      source: {
        kind: 'dataset',
        name: 'answers',
        data_hash: 'sha256:00',
        feature_derivation: null,
        oracle_verdict: null,
      },
      finished_trials: [],
      ...more,
    };
  }
}

/** What a statement answers, as JSON values. */
export async function answerOf(sql: string): Promise<readonly Record<string, unknown>[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
  }
}
