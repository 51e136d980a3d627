import { Inject, Injectable } from '@nestjs/common';
import { type CertifiedSource, type Principal, ProblemError, type TableVersion } from '@svc/contracts';
import type { CallOrigin } from '@svc/platform';
import { DATASET_CATALOG, type DatasetCatalog, type StoredDerivation } from '../../definition/derivation.ports';
import { ActAsAuthor } from './act-as-author';
import { ResolveDerivations } from './resolve-derivations';

/** The current immutable rows of each declared input. */
@Injectable()
export class ResolveInputs {
  constructor(
    @Inject(DATASET_CATALOG) private readonly datasets: DatasetCatalog,
    private readonly derivations: ResolveDerivations,
    private readonly author: ActAsAuthor,
  ) {}

  /**
   * Refuses an author who no longer exists, or does not see an input (`conflict`; `not-found` where the caller does
   * not see it either), and a derivation that is not certified now (`uncertified-source`; `object-corrupt` for damage alone).
   */
  async of(derivation: StoredDerivation, context: CallOrigin): Promise<Record<string, TableVersion>> {
    const inputs = Object.entries(derivation.manifest.inputs);
    if (inputs.length === 0) return {};
    const author = await this.author.of(derivation, context);
    const [seen, runners] = [await this.seenBy(author, derivation, context), this.runnersSight(derivation, context)];
    const tables: Record<string, TableVersion> = {};
    for (const [name, { kind, ref }] of inputs) {
      const missing = kind === 'dataset' ? seen.datasets[ref] === undefined : seen.sources[ref] === undefined;
      if (missing && (await runners(kind, ref))) throw unseen(derivation, kind, ref);
      tables[name] = kind === 'dataset' ? present(ref, seen.datasets[ref]) : certified(ref, seen.sources[ref]);
    }
    return tables;
  }

  private async seenBy(author: Principal, derivation: StoredDerivation, context: CallOrigin): Promise<Sight> {
    const [datasets, { sources }] = await Promise.all([
      this.datasets.resolve(refs(derivation, 'dataset'), context, author),
      this.derivations.resolve(refs(derivation, 'derivation'), author),
    ]);
    return { datasets, sources };
  }

  /** Whether the caller sees an input that its author does not: only then are they told that it exists. */
  private runnersSight(
    derivation: StoredDerivation,
    context: CallOrigin,
  ): (kind: 'dataset' | 'derivation', ref: string) => Promise<boolean> {
    if (context.principal.id === derivation.definedBy) return () => Promise.resolve(false);
    return async (kind, ref) =>
      kind === 'dataset'
        ? (await this.datasets.resolve([ref], context))[ref] !== undefined
        : (await this.derivations.resolve([ref], context.principal)).sources[ref] !== undefined;
  }
}

interface Sight {
  readonly datasets: Readonly<Record<string, TableVersion>>;
  readonly sources: Readonly<Record<string, CertifiedSource>>;
}

function refs({ manifest }: StoredDerivation, kind: 'dataset' | 'derivation'): string[] {
  return Object.values(manifest.inputs)
    .filter((input) => input.kind === kind)
    .map((input) => input.ref);
}

function unseen({ manifest, definedBy }: StoredDerivation, kind: 'dataset' | 'derivation', ref: string): ProblemError {
  return new ProblemError(
    'conflict',
    `"${manifest.name}" acts with the rights of its author, ${definedBy}, who does not see its input "${ref}". Share it with them (svc access set ${kind} ${ref}), or read the derivation and take it over: svc derivation take-over ${manifest.name}.`,
  );
}

function present(ref: string, table: TableVersion | undefined): TableVersion {
  if (table !== undefined) return table;
  throw new ProblemError(
    'not-found',
    `The input dataset "${ref}" does not exist. Register it: svc dataset add ${ref} <file>.`,
  );
}

/** The reason is not disclosed: a refusal is stored in a history whose readers may not see the input. */
function certified(ref: string, source: CertifiedSource | undefined): TableVersion {
  if (source === undefined) throw new ProblemError('not-found', `The input derivation "${ref}" does not exist.`);
  if (source.certified && source.table !== null) return source.table;
  // Not `uncertified-source`, which would enter the history: it says nothing about the derivation itself.
  if (source.damaged === true)
    throw new ProblemError(
      'object-corrupt',
      `The input derivation "${ref}" is not certified now, since rows are damaged in storage. See: svc derivation show ${ref}.`,
    );
  throw new ProblemError(
    'uncertified-source',
    `The input derivation "${ref}" is not certified now. See: svc derivation show ${ref}.`,
  );
}
