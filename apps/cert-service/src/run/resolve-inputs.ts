import { Inject, Injectable } from '@nestjs/common';
import { type CertifiedSource, ProblemError, type TableVersion } from '@svc/contracts';
import type { CallOrigin } from '@svc/platform';
import { DATASET_CATALOG, type DatasetCatalog, type StoredDerivation } from '../derivation/derivation.ports';
import { ResolveDerivations } from './resolve-derivations';

/** The immutable rows behind each declared input, as they are now. */
@Injectable()
export class ResolveInputs {
  constructor(
    @Inject(DATASET_CATALOG) private readonly datasets: DatasetCatalog,
    private readonly derivations: ResolveDerivations,
  ) {}

  /** Refuses a missing input (`not-found`) and a derivation that is not certified now (`uncertified-source`). */
  async of(derivation: StoredDerivation, context: CallOrigin): Promise<Record<string, TableVersion>> {
    const inputs = Object.entries(derivation.manifest.inputs);
    const refs = (kind: 'dataset' | 'derivation'): string[] => inputs.filter(([, input]) => input.kind === kind).map(([, input]) => input.ref);
    const datasets = await this.datasets.resolve(refs('dataset'), context);
    const sources = await this.derivations.resolve(refs('derivation'));
    return Object.fromEntries(
      inputs.map(([name, input]) => [name, input.kind === 'dataset' ? present(input.ref, datasets[input.ref]) : certified(input.ref, sources.sources[input.ref])]),
    );
  }
}

function present(ref: string, table: TableVersion | undefined): TableVersion {
  if (table !== undefined) return table;
  throw new ProblemError('not-found', `The input dataset "${ref}" does not exist. Register it: svc dataset add ${ref} <file>.`);
}

function certified(ref: string, source: CertifiedSource | undefined): TableVersion {
  if (source === undefined) throw new ProblemError('not-found', `The input derivation "${ref}" does not exist.`);
  if (source.certified && source.table !== null) return source.table;
  throw new ProblemError('uncertified-source', `The input derivation "${ref}" is not certified now. ${source.reason}`);
}
