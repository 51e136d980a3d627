import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { queryTables, RequestOf, ResponseOf } from '@svc/contracts';
import type { CallContext, ClaimedAnswer } from '@svc/platform';
import { countRows } from '../query-engine/answer/answers';
import { QueryEngine } from '../query-engine/query-engine';
import { QUERY_LIMITS, type QueryLimits } from '../query-engine/query-limits';
import { RecordQuery } from './record-query';
import { ReplyWithAnswer } from '../query-engine/answer/reply-with-answer';

/** A statement of another service, over tables that it has resolved and gated itself. */
@Injectable()
export class QueryTables {
  constructor(
    private readonly engine: QueryEngine,
    private readonly records: RecordQuery,
    private readonly reply: ReplyWithAnswer,
    @Inject(QUERY_LIMITS) private readonly limits: QueryLimits,
  ) {}

  async query(
    { sql, tables, parameters, limit, timeout_ms }: RequestOf<typeof queryTables>,
    context: CallContext,
  ): Promise<ResponseOf<typeof queryTables> | ClaimedAnswer> {
    const timeoutMs = Math.min(timeout_ms ?? Infinity, this.limits.timeoutMs);
    const answer = await this.records.run({ id: randomUUID(), sql }, context, async (note) => {
      note(tables);
      const answered = await this.engine.answer({
        sql,
        tables,
        parameters,
        limit,
        timeoutMs,
        caller: context.principal.id,
        signal: context.signal,
      });
      return { ...answered, rowCount: countRows(answered) };
    });
    const { cached, settled, durationMs: duration_ms } = answer;
    return this.reply.run(answer, { cached, settled, duration_ms }, context.principal.id);
  }
}
