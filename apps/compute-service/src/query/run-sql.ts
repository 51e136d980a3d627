import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { RequestOf, ResponseOf, runSql } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { answerRows } from './answers';
import { QueryEngine } from './query-engine';
import { QUERY_LIMITS, type QueryLimits } from './query-limits';
import { RecordQuery } from './record-query';
import { ResolveSources, type Source } from './resolve-sources';
import { RunningQueries } from './running-queries';

/** One read-only statement of a person or program, over the datasets and derivations it names. */
@Injectable()
export class RunSql {
  constructor(
    private readonly engine: QueryEngine,
    private readonly sources: ResolveSources,
    private readonly running: RunningQueries,
    private readonly records: RecordQuery,
    @Inject(QUERY_LIMITS) private readonly limits: QueryLimits,
  ) {}

  async run({ body }: RequestOf<typeof runSql>, context: CallContext): Promise<ResponseOf<typeof runSql>> {
    const id = body.query_id ?? randomUUID();
    let sources: ReadonlyMap<string, Source> = new Map();
    const { answer, durationMs } = await this.records.run({ id, sql: body.sql }, context, (note) =>
      this.running.track(id, context.principal.id, context.signal, async (signal) => {
        sources = await this.sources.run(await this.engine.tablesOf(body.sql, signal), context);
        const tables = Object.fromEntries([...sources].map(([name, source]) => [name, source.table]));
        note(tables);
        return this.engine.query({ sql: body.sql, tables, parameters: body.parameters, limit: body.limit, timeoutMs: this.limits.timeoutMs, signal });
      }),
    );
    return {
      ...answerRows(answer),
      sources: Object.fromEntries([...sources].map(([name, { kind, table }]) => [name, { kind, data_hash: table.data_hash }])),
      duration_ms: durationMs,
      query_id: id,
    };
  }
}
