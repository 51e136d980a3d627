import { Inject, Injectable } from '@nestjs/common';
import { ProblemError, type TableVersion } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { CLOCK, type Clock } from '../clock';
import type { QueryAnswer } from './answers';
import { QUERY_LOG, type QueryLog } from './query.ports';

export interface Recorded {
  readonly answer: QueryAnswer;
  readonly durationMs: number;
}

/** Runs a statement and keeps a record of it, also when it fails. */
@Injectable()
export class RecordQuery {
  constructor(
    @Inject(QUERY_LOG) private readonly log: QueryLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(query: { readonly id: string; readonly sql: string; readonly tables: Readonly<Record<string, TableVersion>> }, context: CallContext, work: () => Promise<QueryAnswer>): Promise<Recorded> {
    const started = performance.now();
    const duration = (): number => Math.round((performance.now() - started) * 1000) / 1000;
    const record = {
      id: query.id,
      statement: query.sql,
      caller: context.principal.id,
      tables: Object.fromEntries(Object.entries(query.tables).map(([name, table]) => [name, table.data_hash])),
      startedAt: this.clock.now(),
      traceId: context.traceId,
    };
    try {
      const answer = await work();
      const durationMs = duration();
      this.log.record({ ...record, durationMs, rows: answer.rows.length, truncated: answer.truncated, error: null });
      return { answer, durationMs };
    } catch (error) {
      this.log.record({ ...record, durationMs: duration(), rows: null, truncated: null, error: error instanceof ProblemError ? error.code : 'internal' });
      throw error;
    }
  }
}
