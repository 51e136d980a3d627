import { Injectable } from '@nestjs/common';
import { queryTables } from '@svc/contracts';
import { type CallContext, RpcClient } from '@svc/platform';
import type { QueryPool, QueryRows, TableQuery } from '../metric.ports';

/** The query workers of compute-service. */
@Injectable()
export class ComputeQueryPool implements QueryPool {
  constructor(private readonly rpc: RpcClient) {}

  query({ sql, parameters, tables, limit }: TableQuery, context: CallContext): Promise<QueryRows> {
    return this.rpc.call(queryTables, { sql, parameters: [...parameters], tables: { ...tables }, limit }, context, {
      retry: true,
    });
  }
}
