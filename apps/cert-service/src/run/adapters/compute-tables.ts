import { Injectable } from '@nestjs/common';
import { queryTables, type RowSet, type TableVersion } from '@svc/contracts';
import { type CallOrigin, RpcClient } from '@svc/platform';
import type { TableReader } from '../output/read-rows';

/** Rows of tables, read by compute-service. */
@Injectable()
export class ComputeTables implements TableReader {
  constructor(private readonly rpc: RpcClient) {}

  firstRows(table: TableVersion, limit: number, context: CallOrigin): Promise<RowSet> {
    return this.rpc.call(queryTables, { sql: 'select * from rows', limit, tables: { rows: table } }, context, {
      retry: true,
    });
  }
}
