import type {
  AnsweredQuery,
  MetricDefinition,
  ObjectAccess,
  Principal,
  RowSet,
  SqlValue,
  TableVersion,
} from '@svc/contracts';
import type { CallContext, Past } from '@svc/platform';
import type { Catalogue, MetricChange } from './definition/metric-change';
import type { ShownOn } from './definition/shown-on';
import type { StoredMetric } from './definition/stored-metric';

/** A past definition of a metric. */
export interface MetricVersion {
  readonly version: number;
  readonly definition: MetricDefinition;
  readonly author: string;
  readonly created_at: string;
  readonly change: string;
}

/** Decides with every metric, including those the caller may not see, which it must not disclose. `past` knows names that were used. */
export type Decide<T> = (catalogue: Catalogue, past: (name: string) => Past) => T;

/** Definitions and their history. Every read has a reader: what they may not see does not exist for them. */
export interface MetricStore {
  find(name: string, who: Principal): Promise<StoredMetric | null>;
  /** Names only, for "did you mean". */
  names(who: Principal): Promise<readonly string[]>;
  /** In order of name, those after `after`. */
  page(after: string | null, limit: number, who: Principal): Promise<readonly StoredMetric[]>;
  /** The metric and its operands, at any depth, through visible ones; empty when it does not exist. */
  withOperands(name: string, who: Principal): Promise<Catalogue>;
  /** Newest first; kept when the metric is deleted. */
  history(name: string, who: Principal): Promise<readonly MetricVersion[]>;
  catalogue(who: Principal): Promise<Catalogue>;
  /** Changes the access if it is still `expected`; else returns false. */
  share(name: string, access: ObjectAccess, expected: ObjectAccess): Promise<boolean>;
  /** Decides and changes nothing. */
  consider<T>(names: readonly string[], decide: Decide<T>): Promise<T>;
  /** Decides on the current catalogue and applies the decision, serialised and atomically; a decision that throws changes nothing. */
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

/** Rows, and whether they were cached from an earlier query over the same data. */
export type QueryRows = RowSet & { readonly cached: boolean };

/** The way of every statement. */
export interface QueryPool {
  query(query: TableQuery, context: CallContext): Promise<QueryRows>;
}
export const QUERY_POOL = Symbol('QueryPool');

/** `settled` says that the same statement over the same rows always has this answer. */
export type ComputedRows = QueryRows & { readonly settled: boolean };

/** The one place where SQL runs. */
export interface ComputingPool {
  query(query: TableQuery, context: CallContext): Promise<ComputedRows>;
}
export const COMPUTING_POOL = Symbol('ComputingPool');

/** The history of statements, which their callers can read. */
export interface QueryRecords {
  /** Takes the record of a statement that was answered from what is known; never makes the caller wait. */
  note(answered: AnsweredQuery): void;
}
export const QUERY_RECORDS = Symbol('QueryRecords');
