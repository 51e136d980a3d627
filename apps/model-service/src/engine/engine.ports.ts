import type { Engine, Trainer, TrainingSpec } from '@svc/runner';

export type WantedEngine = Pick<TrainingSpec, 'engine' | 'task'>;

/** The engines of this machine, installed on first use. */
export interface Engines {
  /** Why this installation cannot run an engine, in words; null if it can. */
  missing(engine: Engine): string | null;
  /** Installs what the engine needs. Rejects with `training-failed`, saying what is missing. */
  open(wanted: WantedEngine, onProgress: (line: string) => void, signal: AbortSignal): Promise<Pick<Trainer, 'train'>>;
}
export const ENGINES = Symbol('Engines');
