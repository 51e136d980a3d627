import { Injectable } from '@nestjs/common';
import { type CertifiedSource, resolveDerivations } from '@svc/contracts';
import { type CallContext, RpcClient } from '@svc/platform';
import type { CertifiedSources } from '../metric.ports';

/** The contract lets one call name that many. */
const MOST_NAMES = 100;

/** Certification as cert-service knows it at this moment. */
@Injectable()
export class CertSources implements CertifiedSources {
  constructor(private readonly rpc: RpcClient) {}

  async resolve(names: readonly string[], context: CallContext): Promise<ReadonlyMap<string, CertifiedSource>> {
    const { sources } = await this.rpc.call(resolveDerivations, { names: names.slice(0, MOST_NAMES) }, context, { retry: true });
    return new Map(Object.entries(sources));
  }
}
