import { Injectable } from '@nestjs/common';
import { queryTables, sampleTable, type TableVersion } from '@svc/contracts';
import { RpcClient } from '@svc/platform';
import type { OracleContext } from '../../run/run.ports';
import type { LargeTables, RowSample, SampleRequest } from '../large-tables';

/** Samples and statements over large tables, answered by compute-service. */
@Injectable()
export class ComputeLargeTables implements LargeTables {
  constructor(private readonly rpc: RpcClient) {}

  sample(table: TableVersion, { columns, ...request }: SampleRequest, context: OracleContext): Promise<RowSample> {
    return this.rpc.call(sampleTable, { table, columns: [...columns], ...request }, context, { retry: true });
  }

  async oneRow(
    tables: Readonly<Record<string, TableVersion>>,
    sql: string,
    parameters: readonly string[],
    context: OracleContext,
  ): Promise<readonly unknown[]> {
    const { rows } = await this.rpc.call(
      queryTables,
      { sql, parameters: [...parameters], limit: 1, tables: { ...tables } },
      context,
      { retry: true },
    );
    return rows[0] ?? [];
  }
}
