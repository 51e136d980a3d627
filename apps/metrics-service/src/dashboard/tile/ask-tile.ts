import { Inject, Injectable } from '@nestjs/common';
import { CERTIFIED_SOURCES, type CertifiedSources, type CertifiedTable, requireCertified } from '@svc/certified-data';
import type { MetricAnswer } from '@svc/contracts';
import { type CallContext, type Clock, CLOCK } from '@svc/platform';
import { QUERY_POOL, type QueryPool } from '../../metric/metric.ports';
import { PrepareQuery } from '../../metric/prepare-query';
import { QueryMetric } from '../../metric/query-metric';
import { compileTableQuery } from './table-query.sql';
import type { TableQuestion, TileQuery } from './tile-query';

/** Rows with the SQL that found them and the certificates they depend on. */
export type TileAnswer = Pick<
  MetricAnswer,
  'columns' | 'rows' | 'row_count' | 'truncated' | 'sql' | 'sources' | 'cached'
>;

/** Queries a tile. Certification is checked every time: `uncertified-source` instead of a number. */
@Injectable()
export class AskTile {
  constructor(
    private readonly preparing: PrepareQuery,
    private readonly querying: QueryMetric,
    @Inject(CERTIFIED_SOURCES) private readonly sources: CertifiedSources,
    @Inject(QUERY_POOL) private readonly pool: QueryPool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Throws what `ask` would throw before it runs anything; else returns the column names of the answer. */
  async check(asked: TileQuery, context: CallContext): Promise<readonly string[]> {
    if (asked.kind === 'metric')
      return (await this.preparing.prepare(asked.metric, asked.query, context)).compiled.names;
    return (await this.prepareTable(asked.table, context)).names;
  }

  async ask(asked: TileQuery, context: CallContext): Promise<TileAnswer> {
    if (asked.kind === 'metric') return this.querying.query(asked.metric, asked.query, context);
    const { derivation, limit } = asked.table;
    const { source, text, values } = await this.prepareTable(asked.table, context);
    const found = await this.pool.query(
      { sql: text, parameters: values, tables: { [derivation]: source.table }, limit },
      context,
    );
    return { ...found, sql: text, sources: [source.provenance] };
  }

  private async prepareTable(
    table: TableQuestion,
    context: CallContext,
  ): Promise<ReturnType<typeof compileTableQuery> & { readonly source: CertifiedTable }> {
    const names = [table.derivation];
    const source = requireCertified(names, await this.sources.resolve(names, context)).get(table.derivation);
    if (source === undefined) throw new Error('a certified source was required and is not there');
    return { source, ...compileTableQuery(table, source.table.columns, this.clock.now()) };
  }
}
