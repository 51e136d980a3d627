import { closestName } from '@svc/closest-name';
import { Inject, Injectable } from '@nestjs/common';
import { type Principal, ProblemError, sourceName } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import type { StoredRows } from '../table/stored-rows';
import {
  type Certification,
  DATASET_CATALOG,
  type DatasetCatalog,
  DERIVATION_CATALOG,
  type DerivationCatalog,
  type DerivationRows,
} from './query.ports';

/** What a name in a statement refers to. */
export interface Source {
  readonly kind: 'dataset' | 'derivation';
  readonly table: StoredRows;
  /** Null for a dataset. */
  readonly certification: Certification | null;
}

/** Finds the rows behind the names of a statement. A dataset hides a derivation of the same name; the answer says which it was. */
@Injectable()
export class ResolveSources {
  constructor(
    @Inject(DATASET_CATALOG) private readonly datasets: DatasetCatalog,
    @Inject(DERIVATION_CATALOG) private readonly derivations: DerivationCatalog,
  ) {}

  /** Rejects with `not-found` for a name that does not exist, that the caller may not see, or that has no rows yet. */
  async resolve(names: readonly string[], context: CallContext): Promise<ReadonlyMap<string, Source>> {
    const sources = new Map<string, Source>();
    const possible = names.filter((name) => sourceName.safeParse(name).success);
    for (const [name, table] of await this.datasets.rowsOf(possible, context.principal))
      sources.set(name, { kind: 'dataset', table, certification: null });
    const rest = possible.filter((name) => !sources.has(name));
    const derived: ReadonlyMap<string, DerivationRows> =
      rest.length === 0 ? new Map() : await this.derivations.resolve(rest, context);
    for (const [name, found] of derived) {
      if ('absent' in found)
        throw new ProblemError('not-found', `The derivation "${name}" has no rows: ${found.absent}`);
      sources.set(name, { kind: 'derivation', ...found });
    }
    const missing = names.find((name) => !sources.has(name));
    if (missing !== undefined) throw await this.unknown(missing, context.principal);
    return sources;
  }

  /** The same for a hidden name as for one that does not exist; suggests only names that the caller may see. */
  private async unknown(name: string, who: Principal): Promise<ProblemError> {
    const near = closestName(name, await this.datasets.names(who));
    const hint = near === null ? '' : ` Did you mean "${near}"?`;
    return new ProblemError('not-found', `There is no dataset or derivation "${name}".${hint}`, {
      data: { missing: name, near: near === null ? [] : [near] },
    });
  }
}
