import { Inject, Injectable } from '@nestjs/common';
import { type CertifiedSource, resolveDerivations } from '@svc/contracts';
import { type CallContext, FactHolders, type Leased, type LeasedFacts, RpcClient, sightKey } from '@svc/platform';
import type { CertifiedSources } from './certified-sources';

/** The maximum number of names in one call. */
const MAX_NAMES = 100;

type Resolved = ReadonlyMap<string, CertifiedSource>;

/**
 * Asks cert-service for the current certification. What is certified is leased: it is not asked for again while no change of
 * it, or of anything that it depends on, can have been acknowledged.
 */
@Injectable()
export class CertSources implements CertifiedSources {
  private readonly facts: LeasedFacts<Resolved>;

  constructor(
    @Inject(RpcClient) private readonly rpc: Pick<RpcClient, 'call'>,
    @Inject(FactHolders) holders: { of(owner: 'cert'): { facts(): LeasedFacts<Resolved> } },
  ) {
    this.facts = holders.of('cert').facts();
  }

  async resolve(names: readonly string[], context: CallContext): Promise<Resolved> {
    const parts = Array.from({ length: Math.ceil(names.length / MAX_NAMES) }, (_, index) =>
      names.slice(index * MAX_NAMES, (index + 1) * MAX_NAMES),
    );
    const sight = sightKey(context.principal);
    const found = await Promise.all(
      parts.map((part) =>
        this.facts.find(JSON.stringify([sight, ...part]), (holder) => this.ask(part, holder, context)),
      ),
    );
    return found.length === 1 && found[0] !== undefined ? found[0] : new Map(found.flatMap((it) => [...it]));
  }

  private async ask(names: readonly string[], holder: string | null, context: CallContext): Promise<Leased<Resolved>> {
    const request = { names: [...names], ...(holder === null ? {} : { holder }) };
    const { sources, topics } = await this.rpc.call(resolveDerivations, request, context, { retry: true });
    return { value: new Map(Object.entries(sources)), topics: topics ?? null };
  }
}
