import type { TableVersion } from '@svc/contracts';
import type { CallContext } from '@svc/platform';

/** What a derivation's name stands for: its rows, or why there are none. */
export type DerivationRows = { readonly table: TableVersion } | { readonly absent: string };

/** Derivations belong to cert-service, which also says what the caller may see. */
export interface DerivationCatalog {
  /** Those of the names that are derivations the caller may see. */
  resolve(names: readonly string[], context: CallContext): Promise<ReadonlyMap<string, DerivationRows>>;
}
export const DERIVATION_CATALOG = Symbol('DerivationCatalog');

/** What is kept of a statement that ran, whether it answered or not. */
export interface QueryRecord {
  readonly id: string;
  readonly statement: string;
  readonly caller: string;
  /** Name in the statement → content hash. */
  readonly tables: Readonly<Record<string, string>>;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** Null when it failed. */
  readonly rows: number | null;
  readonly truncated: boolean | null;
  /** Code of the problem; null when it answered. */
  readonly error: string | null;
  readonly traceId: string;
}

export interface QueryLog {
  /** Keeps a record soon, without making the caller wait for it. */
  record(record: QueryRecord): void;
  /** Removes records older than a moment; answers how many. */
  prune(before: Date): Promise<number>;
}
export const QUERY_LOG = Symbol('QueryLog');

/** Carries the wish to cancel a statement to whichever replica runs it. */
export interface Cancellations {
  /** True when some replica ran it for this caller, and stopped it. */
  ask(id: string, caller: string): Promise<boolean>;
}
export const CANCELLATIONS = Symbol('Cancellations');
