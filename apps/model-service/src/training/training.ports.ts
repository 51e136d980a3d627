import type { Attestation, Claim, ModelSource, TableVersion } from '@svc/contracts';
import type { CallContext, JobRun } from '@svc/platform';
import type { Trial } from '@svc/runner';

/** Rows to train on, as they are now. */
export interface PinnedSource {
  readonly source: ModelSource;
  readonly table: TableVersion;
}

export interface TrainingSources {
  /** Rejects with `uncertified-source` or `not-found`. */
  pin(
    of: { readonly dataset?: string | undefined; readonly derivation?: string | undefined },
    context: CallContext,
  ): Promise<PinnedSource>;
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

/** What is read of an archive beside its report. */
export interface Evidence {
  readonly card: string;
  readonly inputExample: unknown;
}

export interface ArchiveReader {
  /** Rejects when the file is no archive of an engine. */
  read(path: string): Promise<Evidence>;
}
export const ARCHIVE_READER = Symbol('ArchiveReader');
