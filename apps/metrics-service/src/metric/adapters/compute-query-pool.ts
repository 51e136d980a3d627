import { Injectable } from '@nestjs/common';
import { queryTables } from '@svc/contracts';
import { type CallContext, RpcClient } from '@svc/platform';
import type { ComputedRows, ComputingPool, TableQuery } from '../metric.ports';

/** The query workers of compute-service. */
@Injectable()
export class ComputeQueryPool implements ComputingPool {
  constructor(private readonly rpc: RpcClient) {}

  query({ sql, parameters, tables, limit }: TableQuery, context: CallContext): Promise<ComputedRows> {
    return this.rpc.call(queryTables, { sql, parameters: [...parameters], tables: { ...tables }, limit }, context, {
      retry: true,
    });
  }
}
