/** How the uploaded file is to be read. */
export interface FileReading {
  readonly format: 'csv' | 'jsonl' | 'parquet';
  /** Column types that the caller declared. */
  readonly declared: Readonly<Record<string, string>>;
  /** CSV texts that mean "missing". */
  readonly nullValues: readonly string[];
}

/** Reads an untrusted file into a Parquet file of canonical columns, and computes its identity. */
export interface IngestWork extends FileReading {
  readonly kind: 'ingest';
  readonly path: string;
  readonly output: string;
  readonly scratch: string;
  readonly maxRows: number;
}

/** Computes the identity of a Parquet file; its columns must be canonical already. */
export interface IdentifyWork {
  readonly kind: 'identify';
  readonly path: string;
  readonly ordered: boolean;
  readonly scratch: string;
  readonly maxRows: number;
}

/** Reads a derivation's output: a Parquet file that untrusted code wrote. */
export interface AdoptWork {
  readonly kind: 'adopt';
  readonly path: string;
  readonly ordered: boolean;
  readonly output: string;
  readonly scratch: string;
  readonly maxRows: number;
}

/** Compares two canonical tables: equal except for differences of doubles within a tolerance? */
export interface CompareWork {
  readonly kind: 'compare';
  readonly first: string;
  readonly second: string;
  readonly ordered: boolean;
  readonly tolerance: number;
}

export type AnyIngestWork = IngestWork | IdentifyWork | AdoptWork | CompareWork;

/** The position of an error in a file. */
export interface BadRow {
  /** Counted from 1, as editors do; null where the format has no lines. */
  readonly line: number | null;
  readonly column: string | null;
  readonly message: string;
}

/** How many bad rows are reported at most. */
export const BAD_ROWS_TOLD = 20;
