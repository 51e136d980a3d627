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

interface Statement {
  readonly id: string;
  readonly sql: string;
}

/** Tells the record which tables the statement turned out to read. */
export type NoteTables = (tables: Readonly<Record<string, TableVersion>>) => void;

/** Does all that a statement needs and keeps a record of it, also when it fails. */
@Injectable()
export class RecordQuery {
  constructor(
    @Inject(QUERY_LOG) private readonly log: QueryLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run({ id, sql }: Statement, context: CallContext, work: (note: NoteTables) => Promise<QueryAnswer>): Promise<Recorded> {
    const started = performance.now();
    const durationOf = (): number => Math.round((performance.now() - started) * 1000) / 1000;
    const record = { id, statement: sql, caller: context.principal.id, startedAt: this.clock.now(), traceId: context.traceId };
    let tables: Readonly<Record<string, string>> = {};
    const note: NoteTables = (read) => {
      tables = Object.fromEntries(Object.entries(read).map(([name, table]) => [name, table.data_hash]));
    };
    try {
      const answer = await work(note);
      const durationMs = durationOf();
      this.log.record({ ...record, tables, durationMs, rows: answer.rows.length, truncated: answer.truncated, error: null });
      return { answer, durationMs };
    } catch (error) {
      this.log.record({ ...record, tables, durationMs: durationOf(), rows: null, truncated: null, error: error instanceof ProblemError ? error.code : 'internal' });
      throw error;
    }
  }
}
