import { Injectable } from '@nestjs/common';
import { resolveDerivations } from '@svc/contracts';
import { type CallContext, RpcClient } from '@svc/platform';
import type { DerivationCatalog, DerivationRows } from '../query.ports';

const AT_ONCE = 100;

/** Derivations as cert-service knows them. */
@Injectable()
export class CertDerivations implements DerivationCatalog {
  constructor(private readonly rpc: RpcClient) {}

  async resolve(names: readonly string[], context: CallContext): Promise<ReadonlyMap<string, DerivationRows>> {
    const found = new Map<string, DerivationRows>();
    for (let at = 0; at < names.length; at += AT_ONCE) {
      const { sources } = await this.rpc.call(resolveDerivations, { names: names.slice(at, at + AT_ONCE) }, context, {
        retry: true,
      });
      for (const [name, { table, certified, reason }] of Object.entries(sources))
        found.set(name, table === null ? { absent: reason } : { table, certification: { certified, reason } });
    }
    return found;
  }
}
