import { Inject, Injectable } from '@nestjs/common';
import { ProblemError } from '@svc/contracts';
import type { TrainOutcome } from '@svc/runner';
import type { Warehouse } from '@svc/warehouse';
import { ENGINES, type Engines } from '../engine/engine.ports';
import { WAREHOUSE } from '../warehouse';
import { specOf } from './training-spec';
import { type Search, TRAINING_LIMITS, type TrainingLimits } from './training-limits';
import { type Evidence, readEvidence } from './evidence';
import { TRIAL_LOG, type TrialLog } from './training.ports';

const MiB = 1024 * 1024;
/** For reading, the last fit, the evidence and packing. */
const AROUND_SEARCH_MS = 3_600_000;

type Trained = Extract<TrainOutcome, { readonly outcome: 'trained' }>;

/** What an engine made: its report, and the archive in the warehouse. */
export interface Made {
  readonly report: Trained['report'];
  readonly evidence: Evidence;
  readonly archive: { readonly object: string; readonly bytes: number };
}

/** Runs an engine over stored rows behind the walls of derivations, and stores what it made. */
@Injectable()
export class TrainVersion {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(WAREHOUSE) private readonly warehouse: Warehouse,
    @Inject(TRAINING_LIMITS) private readonly limits: TrainingLimits,
    @Inject(TRIAL_LOG) private readonly trials: TrialLog,
  ) {}

  /** One that begins again after its process died keeps the trials that it had finished. */
  async train({ job, object, of, onProgress, onInstall, signal }: Search): Promise<Made> {
    const { threads, memoryMb } = this.limits;
    const finished = await this.trials.of(job);
    const spec = specOf({ ...of, finished, threads, memoryBytes: memoryMb * MiB });
    const trainer = await this.engines.open(spec, onInstall, signal);
    await this.warehouse.floor.require();
    const rows = await this.warehouse.localFile(object);
    const output = await this.warehouse.stage();
    try {
      const outcome = await trainer.train({
        spec,
        rowsPath: rows.path,
        outputPath: output.path,
        onProgress,
        // One that is lost is tried again; nothing depends on it.
        onTrial: (trial) => void this.trials.add(job, trial).catch(() => undefined),
        signal,
        limits: {
          wallMs: spec.time_budget * 1000 + AROUND_SEARCH_MS,
          memoryBytes: memoryMb * MiB,
          threads,
        },
      });
      // Checked first: rows that were damaged meanwhile make any engine fail, and any model worthless.
      const after = await this.warehouse.localFile(object);
      if (after.version !== rows.version) throw new Error('the rows were replaced while they were read');
      signal.throwIfAborted();
      const trained = requireTrained(outcome);
      const evidence = await readEvidence(output.path);
      return { report: trained.report, evidence, archive: await this.warehouse.adopt(output) };
    } finally {
      await output.discard();
    }
  }
}

function requireTrained(outcome: TrainOutcome): Trained {
  if (outcome.outcome === 'trained') return outcome;
  if (outcome.outcome === 'refused')
    throw new ProblemError(
      'untrainable',
      outcome.column === null ? outcome.message : `Column "${outcome.column}": ${outcome.message}`,
      { data: { code: outcome.code, column: outcome.column } },
    );
  throw new ProblemError('training-failed', outcome.message, { data: { reason: outcome.reason } });
}
