import type { Preregistration } from '@svc/audit-chain';
import type {
  Attestation,
  Claim,
  ClaimSuggestion,
  Json,
  Manifest,
  Revocation,
  SourceRef,
  TableVersion,
} from '@svc/contracts';
import type { CallOrigin } from '@svc/platform';
import type { StoredObject } from '@svc/warehouse';
import type { StoredRun } from './run';
import type { ReadRows } from './input/standing-in-chain';

export interface RecordedCertificate {
  readonly digest: string;
  /** The envelope as issued, byte for byte. */
  readonly text: string;
}

export interface RunStore {
  find(id: string): Promise<StoredRun | null>;
  newest(source: SourceRef): Promise<StoredRun | null>;
  /** The newest run that is sound and not revoked. */
  newestCertified(source: SourceRef): Promise<StoredRun | null>;
  /** The newest run of each source that has any, by the source's name (`flights`, `flights@winter`). */
  newestOf(sources: readonly string[]): Promise<ReadonlyMap<string, StoredRun>>;
  /** Newest first, older than the run `before`; of every parameter set where `set` is null. */
  page(derivation: string, set: string | null, before: string | null, limit: number): Promise<StoredRun[]>;
  /** Stores a run, its certificate and the audit notice of it in one transaction; an existing run is left as it is. */
  record(run: StoredRun, certificate: RecordedCertificate | null): Promise<void>;
  revoke(id: string, revoked: Revocation): Promise<void>;
  /** The newest revocation of these rows, if every sound run that produced them was revoked; else null. */
  revocationOf(rows: ReadRows): Promise<Revocation | null>;
  /** The run whose certificate has that digest. */
  certified(digest: string): Promise<StoredRun | null>;
  certificate(runId: string): Promise<RecordedCertificate | null>;
  /** The run's stored certificate if there is one, else this one, stored now. */
  keepCertificate(runId: string, certificate: RecordedCertificate): Promise<RecordedCertificate>;
}
export const RUN_STORE = Symbol('RunStore');

/** A named set of parameters. */
export interface NamedParameters {
  readonly name: string;
  readonly params: Readonly<Record<string, Json>>;
}

export interface ParameterSetStore {
  /** By name. */
  of(derivation: string): Promise<NamedParameters[]>;
  find(source: SourceRef): Promise<NamedParameters | null>;
  /** Stores a set unless one of that name exists; returns the stored one. */
  keep(derivation: string, set: NamedParameters): Promise<NamedParameters>;
}
export const PARAMETER_SETS = Symbol('ParameterSetStore');

/** The position of a hypothesis among all that were tested on the same data in the same family. */
export interface Standings {
  /** Its ordinal, from 1. */
  readonly attempts: number;
  /** How many previews of a verdict in this family came before. */
  readonly looks: number;
}

/** A hypothesis among those of its family. */
export interface Attempt {
  readonly family: string;
  readonly hypothesis: string;
  /** The hypothesis whose verdict, or whose rows, suggested this one; null for its author's own idea. */
  readonly follows: string | null;
}

export interface AttemptLedger {
  /**
   * Counts an attempt. The same hypothesis keeps its ordinal, so repeating it costs nothing and a new one always does.
   * One hypothesis may follow each counted attempt and has its ordinal; a second one is an attempt of its own.
   */
  count(attempt: Attempt): Promise<Standings>;
  /** Records a preview, and returns what the ordinal would be; counts no attempt. */
  look(attempt: Attempt, actor: string): Promise<Standings>;
  /** Remembers that the oracle suggested a claim about these rows. */
  suggest(dataHash: string, claim: string): Promise<void>;
  wasSuggested(dataHash: string, claim: string): Promise<boolean>;
  /** The family in which an outcome of this content was first tested in a line of questioning; this one if none was. */
  familyOf(line: string, content: string, family: string): Promise<string>;
}
export const ATTEMPT_LEDGER = Symbol('AttemptLedger');

/** Proof that a claim was declared before its data were registered. */
export interface PreregistrationProofs {
  /** By the digest of the claim and of each input. Null without proof. */
  prove(of: {
    readonly derivation: string;
    readonly claim: string;
    readonly inputs: Readonly<Record<string, string>>;
  }): Promise<Preregistration | null>;
}
export const PREREGISTRATION = Symbol('Preregistration');

/** The caller, and a signal to stop. */
export type OracleContext = CallOrigin & { readonly signal: AbortSignal };

export interface OracleQuestion {
  readonly derivation: string;
  readonly table: TableVersion;
  readonly claim: Claim;
  readonly contract: Manifest['contract'];
  /** The inputs of the derivation, by the names it gives them: the targets of a contract's foreign keys. */
  readonly inputs: Readonly<Record<string, TableVersion>>;
  /** For clauses about age and growth: the time of the run, and the rows of the previous run. */
  readonly contractContext: { readonly now: number; readonly previousRowCount: number | null };
  readonly reproducibility: { readonly identical: boolean; readonly tolerance: number | null; readonly detail: string };
  readonly attempts: number;
  /** Seeds the random choices of the gates: the same data gives the same digits. */
  readonly seed: string;
}

/** The oracle's answer: its report, and the page of diagnostics where something was estimated. */
export interface Judgement {
  readonly attestation: Attestation;
  readonly pictures: StoredObject | null;
}

/** Claims that rows suggest, regardless of their owner. */
export type RowsSuggestion = Pick<ClaimSuggestion, 'claim' | 'lines' | 'sample'>;

/** The oracle, in a process of its own with bounded memory. */
export interface Oracle {
  /**
   * With more rows than it can hold it judges a seeded sample, and its report says so (`oracle.sample`). Refuses a claim
   * that does not match the rows (`invalid-claim`).
   */
  judge(question: OracleQuestion, context: OracleContext): Promise<Judgement>;
  /** A complete claim that the rows suggest; of too many rows, a seeded sample suggests it. */
  suggest(table: TableVersion, context: OracleContext): Promise<RowsSuggestion>;
  /** Hash of a column's content, independent of its name and of the order of rows; null if the rows lack it or are too many. */
  contentOf(table: TableVersion, column: string, context: OracleContext): Promise<string | null>;
}
export const ORACLE = Symbol('Oracle');
