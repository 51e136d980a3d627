import type { TrainingProgress } from '@svc/runner';
import type { SpecParts } from './training-spec';

/** What trainings of one process may use. */
export interface TrainingLimits {
  /** At once. */
  readonly concurrency: number;
  readonly memoryMb: number;
  readonly threads: number;
  /** Unfinished ones of one caller. */
  readonly perCaller: number;
}
export const TRAINING_LIMITS = Symbol('TrainingLimits');

/** A search, and who hears of it. */
export interface Search {
  readonly job: string;
  readonly of: Pick<SpecParts, 'request' | 'source' | 'attestation'>;
  /** The rows, in the warehouse. */
  readonly object: string;
  readonly onProgress: (progress: TrainingProgress) => void;
  readonly onInstall: (line: string) => void;
  readonly signal: AbortSignal;
}
