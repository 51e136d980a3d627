import { Inject, Injectable } from '@nestjs/common';
import { type AnsweredQuery, ProblemError } from '@svc/contracts';
import { type CallContext, type Clock, CLOCK } from '@svc/platform';
import type { StoredRows } from '../table/stored-rows';
import { QUERY_LOG, type QueryLog } from './query.ports';

/** The record of a statement that answered. */
export interface Outcome {
  readonly rowCount: number;
  readonly truncated: boolean;
  readonly cached: boolean;
}

/** Tells the record which tables the statement reads. */
export type NoteTables = (tables: Readonly<Record<string, StoredRows>>) => void;

/** Runs a statement and records it, even when it fails. */
@Injectable()
export class RecordQuery {
  constructor(
    @Inject(QUERY_LOG) private readonly log: QueryLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run<T extends Outcome>(
    { id, sql }: { readonly id: string; readonly sql: string },
    context: CallContext,
    work: (note: NoteTables) => Promise<T>,
  ): Promise<T & { readonly durationMs: number }> {
    const started = performance.now();
    const durationOf = (): number => Math.round((performance.now() - started) * 1000) / 1000;
    let tables: Readonly<Record<string, string>> = {};
    const begun = {
      id,
      statement: sql,
      caller: context.principal.id,
      startedAt: this.clock.now(),
      traceId: context.traceId,
    };
    try {
      const outcome = await work((read) => {
        tables = Object.fromEntries(Object.entries(read).map(([name, table]) => [name, table.data_hash]));
      });
      const { rowCount: rows, truncated, cached } = outcome;
      const durationMs = durationOf();
      this.log.record({ ...begun, tables, durationMs, rows, truncated, cached, error: null });
      return { ...outcome, durationMs };
    } catch (error) {
      this.log.record({
        ...begun,
        tables,
        durationMs: durationOf(),
        rows: null,
        truncated: null,
        cached: false,
        error: errorOf(error),
      });
      throw error;
    }
  }

  /** Statements that another service answered from what it had kept. */
  note(answered: readonly AnsweredQuery[]): void {
    for (const { sources, started_at, duration_ms, trace_id, ...same } of answered)
      this.log.record({
        ...same,
        tables: sources,
        startedAt: new Date(started_at),
        durationMs: duration_ms,
        traceId: trace_id,
        cached: true,
        error: null,
      });
  }
}

function errorOf(error: unknown): { readonly code: string; readonly detail: string } {
  return error instanceof ProblemError
    ? { code: error.code, detail: error.detail }
    : { code: 'internal', detail: 'Something went wrong on our side.' };
}
