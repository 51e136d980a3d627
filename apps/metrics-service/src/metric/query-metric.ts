import { Inject, Injectable } from '@nestjs/common';
import type { MetricAnswer, MetricQuery } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { CLOCK, type Clock } from '../clock';
import { QUERY_POOL, type QueryPool } from './metric.ports';
import { PrepareQuery } from './prepare-query';

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
    const rows = await this.pool.query({ sql: compiled.text, parameters: compiled.values, tables: versions, limit: query.limit }, context);
    const duration_ms = this.clock.now().getTime() - started.getTime();
    return { ...rows, sql: compiled.text, source, sources: [source, ...others], cached: false, duration_ms };
  }
}
