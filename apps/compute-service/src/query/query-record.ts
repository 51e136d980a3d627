import type { QueryRecord } from '@svc/contracts';

interface KnownQuery {
  readonly id: string;
  readonly statement: string;
  readonly startedAt: Date;
}

/** A statement that runs now. */
export interface RunningQuery extends KnownQuery {
  /** Percent, as far as the engine knows. */
  readonly progress: number | null;
}

/** The record of a statement that ran, whether it succeeded or not. */
export interface PastQuery extends KnownQuery {
  readonly caller: string;
  /** Name in the statement → content hash. */
  readonly tables: Readonly<Record<string, string>>;
  readonly durationMs: number;
  /** Null when it failed. */
  readonly rows: number | null;
  readonly truncated: boolean | null;
  readonly cached: boolean;
  /** Code and detail of the problem; null when it answered. */
  readonly error: { readonly code: string; readonly detail: string } | null;
  readonly traceId: string;
}

export function presentPast(past: PastQuery): QueryRecord {
  return {
    query_id: past.id,
    state: past.error === null ? 'succeeded' : 'failed',
    statement: past.statement,
    sources: { ...past.tables },
    started_at: past.startedAt.toISOString(),
    duration_ms: past.durationMs,
    progress: null,
    row_count: past.rows,
    truncated: past.truncated,
    cached: past.cached,
    error: past.error,
  };
}

export function presentRunning({ id, statement, startedAt, progress }: RunningQuery, now: Date): QueryRecord {
  return {
    query_id: id,
    state: 'running',
    statement,
    sources: {},
    started_at: startedAt.toISOString(),
    duration_ms: Math.max(0, now.getTime() - startedAt.getTime()),
    progress,
    row_count: null,
    truncated: null,
    cached: false,
    error: null,
  };
}
