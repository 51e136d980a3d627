import type { Manifest } from '@svc/contracts';

/** Why a run did not produce a result. */
export type FailureReason =
  /** The author's code raised. */
  | 'raised'
  | 'timeout'
  | 'memory'
  | 'disk'
  | 'processes'
  /** The process ended without a result: a signal, `os._exit`, a crash in native code. */
  | 'killed'
  /** It returned something that is not a table. */
  | 'bad-output'
  /** It wrote something on the protocol channel that the trusted side does not accept. */
  | 'bad-frame'
  /** A query that the run sent was refused. */
  | 'invalid-sql'
  /** The machine cannot isolate the run, so it was not started. */
  | 'isolation-unavailable'
  | 'cancelled';

/** What the process tree printed and used. */
export interface RunTrace {
  /** Head and tail; a line between them says how much was dropped. */
  readonly stdout: string;
  readonly stderr: string;
  readonly duration_ms: number;
  /** Highest memory of the whole tree that was seen; null when nothing was started. */
  readonly peak_rss_bytes: number | null;
}

export type RunOutput =
  /** The rows are in the Parquet file the caller named. They are untrusted data. */
  | { readonly kind: 'table'; readonly parquetPath: string; readonly bytes: number }
  /** The rows are what this query answers; they never passed through Python. */
  | { readonly kind: 'relation'; readonly sql: string };

export type RunOutcome =
  | (RunTrace & { readonly outcome: 'succeeded'; readonly output: RunOutput })
  | (RunTrace & {
      readonly outcome: 'failed';
      readonly reason: FailureReason;
      /** One or two sentences for the author: what happened and what to do. */
      readonly message: string;
      /** The author's own frames first, then the full text. */
      readonly traceback: string | null;
    });

/** One thing wrong with the author's sources. */
export interface SourceProblem {
  readonly file: string | null;
  readonly line: number | null;
  readonly message: string;
  readonly traceback: string | null;
}

export type DescribeOutcome =
  | (RunTrace & {
      readonly outcome: 'described';
      /** In order of name; names are unique. */
      readonly manifests: readonly Manifest[];
      /** Derivation name → text of the function that defines it. */
      readonly sources: Readonly<Record<string, string>>;
    })
  /** The files do not import, or declare something impossible. At least one problem. */
  | (RunTrace & { readonly outcome: 'refused'; readonly problems: readonly SourceProblem[] })
  | (RunTrace & {
      readonly outcome: 'failed';
      readonly reason: FailureReason;
      readonly message: string;
      readonly traceback: string | null;
    });
