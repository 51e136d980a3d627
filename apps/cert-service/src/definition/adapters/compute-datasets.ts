import { Injectable } from '@nestjs/common';
import { type Principal, resolveDatasets, type TableVersion } from '@svc/contracts';
import { type CallOrigin, RpcClient, servicePrincipal } from '@svc/platform';
import type { DatasetCatalog } from '../derivation.ports';

const SELF = servicePrincipal('cert');

/** Dataset names, resolved by compute-service. */
@Injectable()
export class ComputeDatasets implements DatasetCatalog {
  constructor(private readonly rpc: RpcClient) {}

  async resolve(
    names: readonly string[],
    context: CallOrigin,
    as?: Principal,
  ): Promise<Readonly<Record<string, TableVersion>>> {
    if (names.length === 0) return {};
    const request = { names: [...new Set(names)], ...(as === undefined ? {} : { as }) };
    const origin = as === undefined ? context : { ...context, principal: SELF };
    const { datasets } = await this.rpc.call(resolveDatasets, request, origin, { retry: true });
    return Object.fromEntries(Object.entries(datasets).map(([name, { version }]) => [name, version]));
  }
}
