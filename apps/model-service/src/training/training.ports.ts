import type { Attestation, Claim, ModelSource, TableVersion, TrainingRequest } from '@svc/contracts';
import type { CallContext, JobRun } from '@svc/platform';
import type { Trial } from '@svc/runner';

/** Rows to train on, as they are now. */
export interface PinnedSource {
  readonly source: ModelSource;
  readonly table: TableVersion;
}

/** What a request names as its source; one of these. */
export type NamedSource = Pick<TrainingRequest, 'rows' | 'dataset' | 'derivation'>;

export interface TrainingSources {
  /** The rows themselves are stored. Rejects with `uncertified-source`, `not-found` or `bad-rows`. */
  pin(source: NamedSource, context: CallContext): Promise<PinnedSource>;
}
export const TRAINING_SOURCES = Symbol('TrainingSources');

/** The oracle, in cert-service. */
export interface DataJudge {
  /** Of a claim that does not fit the rows an inconclusive report says why. */
  judge(table: TableVersion, claim: Claim, run: JobRun<never>): Promise<Attestation>;
}
export const DATA_JUDGE = Symbol('DataJudge');

/** What trainings have finished, for one that begins again after its process died. */
export interface TrialLog {
  of(job: string): Promise<readonly Trial[]>;
  add(job: string, trial: Trial): Promise<void>;
}
export const TRIAL_LOG = Symbol('TrialLog');
