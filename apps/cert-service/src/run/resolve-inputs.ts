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

  /**
   * Refuses an input that is missing to whoever runs it (`not-found`), a derivation that is not certified now
   * (`uncertified-source`), and one that only the author of the definition may read with it (`conflict`).
   */
  async of(derivation: StoredDerivation, context: CallOrigin): Promise<Record<string, TableVersion>> {
    const inputs = Object.entries(derivation.manifest.inputs);
    const refs = (kind: 'dataset' | 'derivation'): string[] =>
      inputs.filter(([, input]) => input.kind === kind).map(([, input]) => input.ref);
    const datasets = await this.datasets.resolve(refs('dataset'), context);
    const sources = await this.derivations.resolve(refs('derivation'), context.principal);
    const tables = Object.fromEntries(
      inputs.map(([name, input]) => [
        name,
        input.kind === 'dataset'
          ? present(input.ref, datasets[input.ref])
          : certified(input.ref, sources.sources[input.ref]),
      ]),
    );
    refuseForOthers(derivation, context);
    return tables;
  }
}

/**
 * Code of one author reads with the eyes of whoever runs it. So what its author did not see when they put it, only they
 * may read with it: else anybody could write code over somebody's private rows and wait until they, or an admin, run it.
 */
function refuseForOthers({ manifest, definedBy, unseenInputs }: StoredDerivation, { principal }: CallOrigin): void {
  const [unseen] = unseenInputs;
  if (unseen === undefined || principal.id === definedBy) return;
  const ref = manifest.inputs[unseen]?.ref ?? unseen;
  throw new ProblemError(
    'conflict',
    `The input "${ref}" was not there for ${definedBy}, who put this definition, or was not theirs to see. Look at it, put it again yourself, and run that.`,
  );
}

function present(ref: string, table: TableVersion | undefined): TableVersion {
  if (table !== undefined) return table;
  throw new ProblemError(
    'not-found',
    `The input dataset "${ref}" does not exist. Register it: svc dataset add ${ref} <file>.`,
  );
}

/** Why it is not certified is not said: a refusal is kept in a history that others read who may not see the input. */
function certified(ref: string, source: CertifiedSource | undefined): TableVersion {
  if (source === undefined) throw new ProblemError('not-found', `The input derivation "${ref}" does not exist.`);
  if (source.certified && source.table !== null) return source.table;
  throw new ProblemError(
    'uncertified-source',
    `The input derivation "${ref}" is not certified now. See: svc derivation show ${ref}.`,
  );
}
