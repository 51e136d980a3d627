import type { CertifiedSource, Metric, MetricDefinition, RowSet, SqlValue, TableVersion } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import type { Catalogue, MetricChange } from './metric-change';

/** A definition a metric has had. */
export interface MetricVersion {
  readonly version: number;
  readonly definition: MetricDefinition;
  readonly author: string;
  readonly created_at: string;
  readonly change: string;
}

/** Definitions and their history. */
export interface MetricStore {
  find(name: string): Promise<Metric | null>;
  /** Names only, for "did you mean". */
  names(): Promise<readonly string[]>;
  /** In order of name, those after `after`. */
  page(after: string | null, limit: number): Promise<readonly Metric[]>;
  /** The metric and every metric it is made of, at any depth; empty when it does not exist. */
  withOperands(name: string): Promise<Catalogue>;
  /** Newest first; kept when the metric is deleted. */
  history(name: string): Promise<readonly MetricVersion[]>;
  catalogue(): Promise<Catalogue>;
  /**
   * Decides on the catalogue as it is and applies the decision, one at a time and whole; a decision that throws changes
   * nothing. `lastVersion` answers for `names`: 0 for a metric that never was.
   */
  change<C extends MetricChange>(names: readonly string[], decide: (catalogue: Catalogue, lastVersion: (name: string) => number) => readonly C[]): Promise<readonly C[]>;
}
export const METRIC_STORE = Symbol('MetricStore');

/** What derivation names stand for now. */
export interface CertifiedSources {
  /** Unknown names are left out. */
  resolve(names: readonly string[], context: CallContext): Promise<ReadonlyMap<string, CertifiedSource>>;
}
export const CERTIFIED_SOURCES = Symbol('CertifiedSources');

export interface TableQuery {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
  readonly tables: Readonly<Record<string, TableVersion>>;
  readonly limit: number;
}

/** Rows, and whether they were kept from an earlier query over the same data. */
export type QueryRows = RowSet & { readonly cached: boolean };

/** The one place where SQL runs. */
export interface QueryPool {
  query(query: TableQuery, context: CallContext): Promise<QueryRows>;
}
export const QUERY_POOL = Symbol('QueryPool');
