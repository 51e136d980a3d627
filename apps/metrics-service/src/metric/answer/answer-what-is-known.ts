import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type CallContext, type Clock, CLOCK } from '@svc/platform';
import {
  COMPUTING_POOL,
  type ComputingPool,
  QUERY_RECORDS,
  type QueryPool,
  type QueryRecords,
  type QueryRows,
  type TableQuery,
} from '../metric.ports';
import { answerKey, KnownAnswers } from './known-answers';

/** The query path: what this process knows is answered here, everything else by the workers, whose replicas share answers. */
@Injectable()
export class AnswerWhatIsKnown implements QueryPool {
  constructor(
    @Inject(COMPUTING_POOL) private readonly pool: ComputingPool,
    @Inject(QUERY_RECORDS) private readonly records: QueryRecords,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly answers: KnownAnswers,
  ) {}

  async query(query: TableQuery, context: CallContext): Promise<QueryRows> {
    const startedAt = this.clock.now();
    const started = performance.now();
    const key = answerKey(query);
    const known = this.answers.find(key);
    if (known === null) {
      const { settled, ...computed } = await this.pool.query(query, context);
      if (settled) this.answers.keep(key, computed);
      return computed;
    }
    this.records.note({
      id: randomUUID(),
      statement: query.sql,
      caller: context.principal.id,
      sources: Object.fromEntries(Object.entries(query.tables).map(([name, { data_hash }]) => [name, data_hash])),
      started_at: startedAt.toISOString(),
      duration_ms: performance.now() - started,
      rows: known.row_count,
      truncated: known.truncated,
      trace_id: context.traceId,
    });
    return { ...known, cached: true };
  }
}
