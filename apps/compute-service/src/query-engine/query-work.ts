import type { RowFile } from '@svc/contracts';
import type { Parameters } from './worker/prepared/bind-parameters';

/** A table of one request: its name in the statement, and the Parquet file behind it in the worker's folder. */
export interface WorkerTable {
  readonly name: string;
  readonly path: string;
}

/** Answers rows, at most `limit` of them and about `maxBytes` bytes; the JSON of many goes to `path`, if given. */
export interface QueryWork {
  readonly kind: 'query';
  readonly sql: string;
  readonly tables: readonly WorkerTable[];
  readonly parameters: Parameters;
  readonly limit: number;
  readonly maxBytes: number;
  readonly path: string | null;
}

/** Writes all rows to a new Parquet file, in the types a stored table may have. */
export interface CopyWork {
  readonly kind: 'copy';
  readonly sql: string;
  /** Refuse volatile functions (time, randomness): the rows are a derivation's, and must be the same in every run. */
  readonly settled: boolean;
  readonly tables: readonly WorkerTable[];
  readonly path: string;
}

/** Writes at most `limit` rows to a new file, which the caller takes over. */
export interface ExportWork {
  readonly kind: 'export';
  readonly form: RowFile;
  readonly sql: string;
  readonly tables: readonly WorkerTable[];
  readonly parameters: Parameters;
  readonly limit: number;
  readonly path: string;
}

/** Finds which tables a statement reads, without running it. */
export interface InspectWork {
  readonly kind: 'inspect';
  readonly sql: string;
}

export type AnyQueryWork = QueryWork | CopyWork | ExportWork | InspectWork;
