import type { FailureReason, RunTrace } from '../sandbox/run-outcome';
import type { Refused, Trial, TrainingProgress, TrainingReport, TrainingSpec } from '../host/training-frames';
import type { SandboxLimits } from '../limits';
import type { Environment } from '../runner';

/** Why a training or a scoring has no result. `refused` is about the data or the request, `failed` about the engine. */
export type NoModel =
  | ({ readonly outcome: 'refused' } & Refused)
  | {
      readonly outcome: 'failed';
      readonly reason: FailureReason;
      /** A sentence for whoever asked for it. */
      readonly message: string;
      readonly traceback: string | null;
    };

export interface TrainRequest {
  readonly spec: TrainingSpec;
  /** An immutable Parquet file with the training rows. */
  readonly rowsPath: string;
  /** The weights that the engine `foundation` needs (`python/svc_engines/weights.py`). */
  readonly weightsPath?: string;
  /** Where the archive goes. Must not exist; it exists afterwards only when the training succeeded. */
  readonly outputPath: string;
  readonly onProgress?: (progress: TrainingProgress) => void;
  /** Each finished trial, once: to be kept, and given back as `finished_trials` to a training that starts again. */
  readonly onTrial?: (trial: Trial) => void;
  readonly limits?: Partial<SandboxLimits>;
  readonly signal?: AbortSignal;
}

export type TrainOutcome =
  | (RunTrace & { readonly outcome: 'trained'; readonly report: TrainingReport; readonly archiveBytes: number })
  | (RunTrace & NoModel);

export interface ScoreRequest {
  readonly rowsPath: string;
  /** The archive of a training. */
  readonly archivePath: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Where the predictions go, as Parquet. Must not exist; it exists afterwards only when the scoring succeeded. */
  readonly outputPath: string;
  readonly limits?: Partial<SandboxLimits>;
  readonly signal?: AbortSignal;
}

export type ScoreOutcome =
  | (RunTrace & { readonly outcome: 'scored'; readonly rows: number; readonly classes: TrainingReport['classes'] })
  | (RunTrace & NoModel);

/**
 * Trains models and scores with them, behind the walls of derivations. Rejects only when the output exists or cannot be
 * written; whatever an engine does is an outcome. When a call settles, its whole process tree is gone.
 */
export interface Trainer {
  train(request: TrainRequest): Promise<TrainOutcome>;
  score(request: ScoreRequest): Promise<ScoreOutcome>;
  /** Rejects when the interpreter or the lock file cannot be read. */
  environment(): Promise<Environment>;
}
