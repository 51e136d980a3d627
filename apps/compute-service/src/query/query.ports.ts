import type { Principal, TableVersion } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import type { StoredRows } from '../table/stored-rows';
import type { PastQuery, RunningQuery } from './query-record';

/** Datasets as statements read them: by name, those that the caller may see. */
export interface DatasetCatalog {
  /** The newest rows of those names that are datasets. */
  rowsOf(names: readonly string[], who: Principal): Promise<ReadonlyMap<string, StoredRows>>;
  /** Names only, for "did you mean". */
  names(who: Principal): Promise<readonly string[]>;
}
export const DATASET_CATALOG = Symbol('DatasetCatalog');

/** What a derivation's name stands for: its rows, or why there are none. */
export type DerivationRows =
  { readonly table: TableVersion; readonly certification: Certification } | { readonly absent: string };

/** Whether a derivation is certified now, and why. */
export interface Certification {
  readonly certified: boolean;
  readonly reason: string;
}

/** Derivations belong to cert-service, which also decides what the caller may see. */
export interface DerivationCatalog {
  /** Those names that are derivations the caller may see. */
  resolve(names: readonly string[], context: CallContext): Promise<ReadonlyMap<string, DerivationRows>>;
}
export const DERIVATION_CATALOG = Symbol('DerivationCatalog');

export interface PastQueryFilter {
  readonly caller: string;
  readonly state: 'succeeded' | 'failed' | undefined;
  /** Only those recorded before this one. */
  readonly before: number | null;
  readonly limit: number;
}

export interface QueryLog {
  /** Stores a record soon, without delaying the caller. */
  record(record: PastQuery): void;
  /** The newest record of this caller under that id, including one that is not written yet. */
  find(id: string, caller: string): Promise<PastQuery | null>;
  /** Newest first, each with its number; statements are cut at 1,000 characters. */
  page(filter: PastQueryFilter): Promise<readonly (PastQuery & { readonly number: number })[]>;
  /** Removes records older than a moment; returns how many. */
  prune(before: Date): Promise<number>;
}
export const QUERY_LOG = Symbol('QueryLog');

/** The other replicas, which run statements of the same callers. */
export interface Replicas {
  /** True when one of them ran it for this caller, and stopped it. */
  cancel(id: string, caller: string): Promise<boolean>;
  /** The statement as the replica that runs it sees it; null when none does. */
  find(id: string, caller: string): Promise<RunningQuery | null>;
}
export const REPLICAS = Symbol('Replicas');
