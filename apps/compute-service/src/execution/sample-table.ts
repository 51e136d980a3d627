import { Inject, Injectable } from '@nestjs/common';
import { ProblemError, type RequestOf, type ResponseOf, type sampleTable } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { QueryEngine, type QueryRequest } from '../query-engine/query-engine';
import { EXECUTION_LIMITS, type ExecutionLimits } from './execution-limits';
import { countValues, SAMPLED, sampleRows, sampleValues } from './sample-table.sql';

/** With fewer distinct values than this in the sample, cluster-robust errors would be too uncertain to be useful. */
const MIN_VALUES = 1000;

/** Seeded samples of stored tables, for judges that cannot look at every row. */
@Injectable()
export class SampleTable {
  constructor(
    private readonly queries: QueryEngine,
    @Inject(EXECUTION_LIMITS) private readonly limits: ExecutionLimits,
  ) {}

  async take(
    { table, columns, rows, seed, by }: RequestOf<typeof sampleTable>,
    { principal, signal }: CallContext,
  ): Promise<ResponseOf<typeof sampleTable>> {
    const names = new Set(table.columns.map((it) => it.name));
    const unknown = [...columns, ...(by === null ? [] : [by])].find((name) => !names.has(name));
    if (unknown !== undefined) throw new ProblemError('invalid-request', `The table has no column "${unknown}".`);
    const request = { caller: principal.id, tables: { [SAMPLED]: table }, timeoutMs: this.limits.copyMs, signal };
    const share = Math.min(1, rows / Math.max(1, table.rows));
    const kept = by !== null && (await this.values(by, request)) * share >= MIN_VALUES ? by : null;
    const sql = kept === null ? sampleRows(columns, share, seed) : sampleValues(columns, kept, share, seed);
    const { file, rows: taken } = await this.queries.toParquet({ ...request, sql });
    return { staged: file.id, rows: taken, by: kept };
  }

  private async values(column: string, request: Omit<QueryRequest, 'sql' | 'parameters' | 'limit'>): Promise<number> {
    const {
      rows: [row],
    } = await this.queries.query({ ...request, sql: countValues(column), parameters: [], limit: 1 });
    return Number(row?.[0] ?? 0);
  }
}
