import { readFileSync, writeFileSync } from 'node:fs';
import { Controller, type DynamicModule, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type Attestation,
  type CertifiedSource,
  type Claim,
  type RequestOf,
  resolveDatasets,
  resolveDerivations,
  type ResponseOf,
  storeRows,
  tableJudging,
  type TableVersion,
} from '@svc/contracts';
import { Handles, JobQueue, PlatformModule, type PlatformConfig } from '@svc/platform';
import type { TrainOutcome, TrainRequest } from '@svc/runner';
import type { Warehouse } from '@svc/warehouse';
import { zipSync } from 'fflate';
import type { Engines } from '../src/engine/engine.ports';
import { sampleVersion } from './sample-version';

/** What the scripted neighbours and engines answer; a test sets it. */
@Injectable()
export class TrainingWorld {
  table: TableVersion | null = null;
  warehouse: Warehouse | null = null;
  /** Rows that came with requests, as JSON lines. */
  readonly stored: string[] = [];
  certified = true;
  missing: string | null = null;
  verdict: Attestation['verdict'] = 'sound';
  /** Judges instead of answering `verdict`. */
  judge: ((claim: Claim) => Attestation) | null = null;
  readonly claims: Claim[] = [];
  readonly trained: TrainRequest[] = [];
  train: (request: TrainRequest) => Promise<TrainOutcome> = (request) => Promise.resolve(finished(request));

  engines(): Engines {
    return {
      missing: () => this.missing,
      open: () =>
        Promise.resolve({
          train: (request) => {
            this.trained.push(request);
            return this.train(request);
          },
        }),
    };
  }
}

const TRACE = { stdout: '', stderr: '', duration_ms: 1, peak_rss_bytes: null };

/** An engine that made a model. */
export function finished({ outputPath, spec }: TrainRequest): TrainOutcome {
  const part = (text: string) => new TextEncoder().encode(text);
  const zip = zipSync({
    'model_card.md': part('# Card'),
    'model/input_example.json': part('{"dataframe_split":{}}'),
    'model/x': part('x'),
  });
  writeFileSync(outputPath, zip);
  const { engine, estimator, task, features, metric, metrics, baseline, interval, n_train, n_test } = sampleVersion();
  return {
    ...TRACE,
    outcome: 'trained',
    archiveBytes: zip.length,
    report: {
      version: 1,
      engine: spec.engine,
      task: task === 'classification' ? task : 'regression',
      target: spec.target,
      features,
      classes: [0, 1],
      best_estimator: estimator,
      best_config: { depth: 3 },
      metric,
      metrics,
      baseline: { method: 'majority', metrics: baseline.metrics },
      interval: { ...interval, level: 0.95, method: 'bootstrap' },
      holdout: { rule: 'hash', column: null, fraction: 0.2, seed: 7, detail: engine },
      n_train,
      n_test,
      n_dropped: 0,
      trials: { complete: 1, pruned: 0, failed: 0 },
      seconds: { search: 1, total: 2 },
      seed: spec.seed,
      threads: 1,
      deterministic: true,
      flat_scorer: false,
      warnings: [],
      importances: [],
      signature: { inputs: [], outputs: [] },
      environment: { python: '3.11', libraries: {} },
      files: [],
    },
  };
}

@Controller()
class ScriptedCert implements OnModuleInit {
  constructor(
    @Inject(TrainingWorld) private readonly world: TrainingWorld,
    @Inject(JobQueue) private readonly queue: JobQueue,
  ) {}

  onModuleInit(): void {
    this.queue.work(tableJudging, ({ claim }) => {
      this.world.claims.push(claim);
      if (this.world.judge !== null) return Promise.resolve(this.world.judge(claim));
      const { attestation } = sampleVersion(this.world.verdict);
      return Promise.resolve({ ...attestation, reason: `the oracle says ${this.world.verdict}` });
    });
  }

  @Handles(resolveDerivations)
  resolve({ names }: RequestOf<typeof resolveDerivations>): ResponseOf<typeof resolveDerivations> {
    const { table, certified } = this.world;
    const source = (name: string): CertifiedSource => ({
      derivation: name,
      certified,
      reason: certified ? 'sound' : 'its newest run is unsound',
      run: '0190f5a0-0000-7000-8000-000000000001',
      verdict: certified ? 'sound' : 'unsound',
      table,
      params: {},
      certificate_digest: `sha256:${'c'.repeat(64)}`,
      as_of: '2026-01-01T00:00:00Z',
    });
    return { sources: Object.fromEntries(names.map((name) => [name, source(name)])), missing: [] };
  }
}

@Controller()
class ScriptedCompute {
  constructor(@Inject(TrainingWorld) private readonly world: TrainingWorld) {}

  @Handles(storeRows)
  async store({ staged }: RequestOf<typeof storeRows>): Promise<ResponseOf<typeof storeRows>> {
    const { table, warehouse } = this.world;
    const file = await warehouse?.staged(staged);
    if (table === null || file === null || file === undefined) throw new Error('nothing is staged');
    this.world.stored.push(readFileSync(file.path, 'utf8'));
    return table;
  }

  @Handles(resolveDatasets)
  resolve({ names }: RequestOf<typeof resolveDatasets>): ResponseOf<typeof resolveDatasets> {
    const { table } = this.world;
    const known = names.filter((it) => it === 'flights');
    const version =
      table === null ? [] : known.map((it) => [it, { version: table, created_at: '2026-01-01T00:00:00Z' }]);
    return { datasets: Object.fromEntries(version), missing: names.filter((it) => it !== 'flights'), known };
  }
}

/** cert-service and compute-service as the world says. */
export function neighbours(world: TrainingWorld) {
  const module = (service: 'cert' | 'compute', controller: typeof ScriptedCert | typeof ScriptedCompute) => ({
    service,
    module: (config: PlatformConfig): DynamicModule => ({
      module: class Neighbour {},
      imports: [PlatformModule.register({ service, config, ...(service === 'cert' ? { migrations: [] } : {}) })],
      controllers: [controller],
      providers: [{ provide: TrainingWorld, useValue: world }],
    }),
  });
  return [module('cert', ScriptedCert), module('compute', ScriptedCompute)];
}
