import { Inject, Injectable } from '@nestjs/common';
import { CERTIFIED_SOURCES, type CertifiedSources, requireCertified } from '@svc/certified-data';
import { ProblemError, resolveDatasets, storeRows } from '@svc/contracts';
import { type CallContext, RpcClient } from '@svc/platform';
import type { Warehouse } from '@svc/warehouse';
import { WAREHOUSE } from '../../warehouse';
import type { NamedSource, PinnedSource, TrainingSources } from '../training.ports';

/** Rows and datasets of compute-service, and derivations that cert-service certifies now. */
@Injectable()
export class ServiceSources implements TrainingSources {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(WAREHOUSE) private readonly warehouse: Warehouse,
    @Inject(CERTIFIED_SOURCES) private readonly certified: CertifiedSources,
  ) {}

  pin({ rows, dataset, derivation }: NamedSource, context: CallContext): Promise<PinnedSource> {
    if (rows !== undefined) return this.pinRows(rows, context);
    return derivation === undefined ? this.pinDataset(dataset ?? '', context) : this.pinDerivation(derivation, context);
  }

  /** As JSON lines; every line has every column, so that the first rows do not decide which there are. */
  private async pinRows(rows: NonNullable<NamedSource['rows']>, context: CallContext): Promise<PinnedSource> {
    const blank = Object.fromEntries(rows.flatMap((it) => Object.keys(it)).map((column) => [column, null]));
    const staged = await this.warehouse.stage();
    try {
      await staged.write(Buffer.from(rows.map((it) => `${JSON.stringify({ ...blank, ...it })}\n`).join('')));
      const table = await this.rpc.call(storeRows, { staged: staged.id }, context);
      return { table, source: { kind: 'rows', name: null, ...contentOf(table), run: null, certificate_digest: null } };
    } finally {
      await staged.discard();
    }
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
