import { Inject, Injectable } from '@nestjs/common';
import { CERTIFIED_SOURCES, type CertifiedSources, requireCertified } from '@svc/certified-data';
import { ProblemError, resolveDatasets } from '@svc/contracts';
import { type CallContext, RpcClient } from '@svc/platform';
import type { PinnedSource, TrainingSources } from '../training.ports';

/** Datasets of compute-service, and derivations that cert-service certifies now. */
@Injectable()
export class ServiceSources implements TrainingSources {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(CERTIFIED_SOURCES) private readonly certified: CertifiedSources,
  ) {}

  pin(
    of: { dataset?: string | undefined; derivation?: string | undefined },
    context: CallContext,
  ): Promise<PinnedSource> {
    return of.derivation === undefined
      ? this.pinDataset(of.dataset ?? '', context)
      : this.pinDerivation(of.derivation, context);
  }

  private async pinDerivation(name: string, context: CallContext): Promise<PinnedSource> {
    const found = requireCertified([name], await this.certified.resolve([name], context)).get(name);
    if (found === undefined) throw new Error('a certified source has no table');
    const { table, provenance } = found;
    const { run, certificate_digest } = provenance;
    return { table, source: { kind: 'derivation', name, ...contentOf(table), run, certificate_digest } };
  }

  private async pinDataset(name: string, context: CallContext): Promise<PinnedSource> {
    const { datasets } = await this.rpc.call(resolveDatasets, { names: [name] }, context, { retry: true });
    const table = datasets[name]?.version;
    if (table === undefined)
      throw new ProblemError('not-found', `There is no dataset "${name}". List them with "svc dataset list".`);
    return { table, source: { kind: 'dataset', name, ...contentOf(table), run: null, certificate_digest: null } };
  }
}

function contentOf({ data_hash, rows }: PinnedSource['table']): { data_hash: string; rows: number } {
  return { data_hash, rows };
}
