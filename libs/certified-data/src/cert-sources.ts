import { Injectable } from '@nestjs/common';
import { type CertifiedSource, resolveDerivations } from '@svc/contracts';
import { type CallContext, RpcClient } from '@svc/platform';
import type { CertifiedSources } from './certified-sources';

/** The maximum number of names in one call. */
const MAX_NAMES = 100;

/** Asks cert-service for the current certification. */
@Injectable()
export class CertSources implements CertifiedSources {
  constructor(private readonly rpc: RpcClient) {}

  async resolve(names: readonly string[], context: CallContext): Promise<ReadonlyMap<string, CertifiedSource>> {
    const parts = Array.from({ length: Math.ceil(names.length / MAX_NAMES) }, (_, index) =>
      names.slice(index * MAX_NAMES, (index + 1) * MAX_NAMES),
    );
    const answers = await Promise.all(
      parts.map((part) => this.rpc.call(resolveDerivations, { names: part }, context, { retry: true })),
    );
    return new Map(answers.flatMap((it) => Object.entries(it.sources)));
  }
}
