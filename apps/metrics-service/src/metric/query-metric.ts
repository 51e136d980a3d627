import { Inject, Injectable } from '@nestjs/common';
import { type MetricAnswer, type MetricQuery, ProblemError, type RowSet } from '@svc/contracts';
import { type CallContext, type Clock, CLOCK } from '@svc/platform';
import { refuse } from './definition/compile-refusal';
import { QUERY_POOL, type QueryPool } from './metric.ports';
import { PrepareQuery } from './prepare-query';
import { TOO_MANY_PERIODS } from './query/spine.sql';

const MAX_ROWS = 10_000;

/** The value of a metric per group, with the SQL that made it and the certificate of every source. */
@Injectable()
export class QueryMetric {
  constructor(
    private readonly preparing: PrepareQuery,
    @Inject(QUERY_POOL) private readonly pool: QueryPool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async query(name: string, query: MetricQuery, context: CallContext): Promise<MetricAnswer> {
    const started = this.clock.now();
    const { compiled, tables } = await this.preparing.prepare(name, query, context);
    const [source, ...others] = [...tables.values()].map((it) => it.provenance);
    if (source === undefined) throw new Error(`metric "${name}" has no source`);
    const versions = Object.fromEntries([...tables].map(([derivation, it]) => [derivation, it.table]));
    // The totals row is one more; together they are at most what one answer may have.
    const limit = Math.min(query.limit + (compiled.totals ? 1 : 0), MAX_ROWS);
    const found = await this.pool
      .query({ sql: compiled.text, parameters: compiled.values, tables: versions, limit }, context)
      .catch(explainFailure);
    const rows = compiled.totals ? withoutTotals(found) : found;
    const totals = query.totals ? (compiled.totals ? totalsRow(found) : found.rows[0]) : undefined;
    const duration_ms = this.clock.now().getTime() - started.getTime();
    return {
      ...rows,
      sql: compiled.text,
      source,
      sources: [source, ...others],
      ...(totals === undefined ? {} : { totals }),
      cached: found.cached,
      duration_ms,
    };
  }
}

/** One kind of failure is caused by the request. */
function explainFailure(error: unknown): never {
  if (error instanceof ProblemError && error.detail.includes(TOO_MANY_PERIODS))
    throw refuse('invalid-request', '/body/grain', TOO_MANY_PERIODS);
  throw error;
}

/** The statement puts the totals row first, and marks it in a last column. */
function withoutTotals({ columns, rows, truncated }: RowSet): RowSet {
  const groups = rows.slice(1).map((row) => row.slice(0, -1));
  return { columns: columns.slice(0, -1), rows: groups, row_count: groups.length, truncated };
}

function totalsRow({ rows }: RowSet): RowSet['rows'][number] | undefined {
  return rows[0]?.slice(0, -1);
}
