import type { MetricDefinition, ObjectAccess, Principal, RowSet, SqlValue, TableVersion } from '@svc/contracts';
import type { CallContext, Past } from '@svc/platform';
import type { Catalogue, MetricChange } from './definition/metric-change';
import type { ShownOn } from './definition/shown-on';
import type { StoredMetric } from './definition/stored-metric';

/** A definition a metric has had. */
export interface MetricVersion {
  readonly version: number;
  readonly definition: MetricDefinition;
  readonly author: string;
  readonly created_at: string;
  readonly change: string;
}

/** Decides on every metric there is, also those that whoever asks may not see: it must tell nothing of them. `past` answers for the names. */
export type Decide<T> = (catalogue: Catalogue, past: (name: string) => Past) => T;

/** Definitions and their history. Every reading is somebody's: what they may not see is not there for them. */
export interface MetricStore {
  find(name: string, who: Principal): Promise<StoredMetric | null>;
  /** Names only, for "did you mean". */
  names(who: Principal): Promise<readonly string[]>;
  /** In order of name, those after `after`. */
  page(after: string | null, limit: number, who: Principal): Promise<readonly StoredMetric[]>;
  /** The metric and every metric it is made of, at any depth, through what is seen; empty when it does not exist. */
  withOperands(name: string, who: Principal): Promise<Catalogue>;
  /** Newest first; kept when the metric is deleted. */
  history(name: string, who: Principal): Promise<readonly MetricVersion[]>;
  catalogue(who: Principal): Promise<Catalogue>;
  /** Changes who sees it if that is still `expected`; false when it is not. */
  share(name: string, access: ObjectAccess, expected: ObjectAccess): Promise<boolean>;
  /** Decides and changes nothing. */
  consider<T>(names: readonly string[], decide: Decide<T>): Promise<T>;
  /** Decides on the catalogue as it is and applies the decision, one at a time and whole; a decision that throws changes nothing. */
  change<C extends MetricChange>(names: readonly string[], decide: Decide<readonly C[]>): Promise<readonly C[]>;
}
export const METRIC_STORE = Symbol('MetricStore');

/** Where metrics are shown to readers. */
export interface ShownMetrics {
  on(metric: string): Promise<readonly ShownOn[]>;
}
export const SHOWN_METRICS = Symbol('ShownMetrics');

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
