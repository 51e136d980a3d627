import type { Json } from '@svc/contracts';
import type { SandboxLimits } from '../limits';
import type { DescribeOutcome, RunOutcome } from './run-outcome';
import type { Environment, RunVariation } from '../runner';

/** A project's files: relative path (`derivations/delay.py`) → text. */
export type ProjectFiles = Readonly<Record<string, string>>;

/** Answers the queries of a run. Implemented by the query pool; the caller registers the run's inputs with it. */
export interface SqlExecutor {
  /**
   * Runs one read-only statement and writes its rows to a Parquet file, which the sandbox may move, link or remove.
   * MUST reject with an error whose message is fit for the author when the statement is refused.
   */
  toParquet(sql: string, signal: AbortSignal): Promise<{ readonly path: string; readonly rows: number }>;
}

/** One input as the derivation's decorator names it. */
export interface RunInput {
  readonly name: string;
  /** An immutable Parquet file; the run gets it read-only. */
  readonly parquetPath: string;
}

export interface DescribeRequest {
  readonly files: ProjectFiles;
  readonly limits?: Partial<SandboxLimits>;
  readonly signal?: AbortSignal;
}

export interface RunRequest {
  readonly files: ProjectFiles;
  /** The project file that defines the derivation, and its function (`manifest.file`, `manifest.function`). */
  readonly entry: string;
  readonly function: string;
  /** Values for declared parameters; defaults are filled in by the host, unknown or ill-typed ones fail the run. */
  readonly params: Readonly<Record<string, Json>>;
  readonly inputs: readonly RunInput[];
  /** Where a table result goes. Must not exist; it exists afterwards only when the run succeeded with a table. */
  readonly outputPath: string;
  readonly sql: SqlExecutor;
  readonly variation?: RunVariation;
  readonly limits?: Partial<SandboxLimits>;
  readonly signal?: AbortSignal;
}

/**
 * Runs authors' Python in isolation: no network, no host files, no environment, bounded time, memory,
 * processes and disk. Never throws for anything the author's code does; every ending is an outcome. When a call
 * settles, its whole process tree is gone and its scratch folder removed.
 */
export interface Sandbox {
  describeProject(request: DescribeRequest): Promise<DescribeOutcome>;
  runDerivation(request: RunRequest): Promise<RunOutcome>;
  /** Rejects when the interpreter or the lock file cannot be read. */
  environment(): Promise<Environment>;
  /** Proves once, by starting a sandbox, that this machine can isolate; null, or what is missing and the next step. */
  isolationProblem(): Promise<string | null>;
}
