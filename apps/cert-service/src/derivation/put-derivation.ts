import { Inject, Injectable } from '@nestjs/common';
import {
  type BrokenFile,
  type Derivation,
  jsonPointer,
  type Manifest,
  type ObjectAccess,
  type Principal,
  ProblemError,
  type SaidAccess,
} from '@svc/contracts';
import {
  accessOfExisting,
  accessOfNew,
  type CallOrigin,
  changedMeanwhile,
  type Clock,
  CLOCK,
  FOR_PROJECT,
  OwnFacts,
  requireAbsent,
  requireMatch,
} from '@svc/platform';
import {
  DERIVATION_STORE,
  type DerivationStore,
  type ProjectDescription,
  type StoredDerivation,
} from '../definition/derivation.ports';
import { definitionEtag } from '../definition/derivation-version';
import { DescribeDerivations } from '../definition/describe-derivations';
import { PresentDerivation } from './present-derivation';
import { derivationsBelow } from '../run/input/standing-in-chain';

export interface PutDerivationRequest {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly origin: Derivation['origin'];
  readonly ifMatch: string | undefined;
  /** The visibility of a new derivation. */
  readonly said: SaidAccess | undefined;
}

/** Creates a derivation from project files, or replaces the one whose ETag the caller has read. */
@Injectable()
export class PutDerivation {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly describe: DescribeDerivations,
    private readonly present: PresentDerivation,
    private readonly facts: OwnFacts,
  ) {}

  put(request: PutDerivationRequest, context: CallOrigin): Promise<Derivation> {
    return this.facts.beforeRefusing([request.name], () => this.define(request, context));
  }

  private async define(request: PutDerivationRequest, context: CallOrigin): Promise<Derivation> {
    const { name, files, origin } = request;
    const project = await this.describe.describe(files, context);
    const manifest = declared(name, project);
    const refused = project.refused.get(name);
    if (refused !== undefined) throw refused;
    const existing = await this.derivations.find(name, context.principal);
    const { owner, visibility, groups } = await this.accessOf(request, existing, context.principal);
    const now = this.clock.now();
    const next: StoredDerivation = {
      manifest,
      files,
      source: project.sources[name] ?? '',
      origin,
      owner,
      visibility,
      groups,
      definedBy: context.principal.id,
      etag: definitionEtag(manifest),
      environment: project.environment,
      createdAt: existing?.createdAt ?? now,
      updatedAt: now,
    };
    refuseCycle(name, await this.upstream(manifest, context.principal));
    if (existing !== null) requireMatch(`Derivation "${name}"`, existing.etag, request.ifMatch);
    const saved = await this.derivations.save(next, existing?.etag ?? null, context.principal);
    if (!saved) throw changedMeanwhile(`Derivation "${name}"`);
    return this.present.one(next, context.principal);
  }

  /** Derivations of the project's repository are visible to the project, unless specified otherwise. */
  private async accessOf(
    { name, ifMatch, origin, said }: PutDerivationRequest,
    existing: ObjectAccess | null,
    who: Principal,
  ): Promise<ObjectAccess> {
    const registering = { what: `derivation "${name}"`, who, said };
    if (existing !== null) return accessOfExisting(existing, registering);
    requireAbsent(`Derivation "${name}"`, ifMatch);
    const before = await this.derivations.accessOf(name);
    return accessOfNew(
      name,
      before,
      origin === 'repository' ? { ...registering, otherwise: FOR_PROJECT } : registering,
    );
  }

  /** Every derivation reachable through inputs that the caller sees; dependencies beyond those are not disclosed. */
  private async upstream(manifest: Manifest, who: Principal): Promise<Set<string>> {
    const seen = new Set<string>();
    let frontier = derivationsBelow(manifest);
    while (frontier.length > 0) {
      for (const name of frontier) seen.add(name);
      const found = await this.derivations.findAll(frontier, who);
      frontier = found.flatMap((it) => derivationsBelow(it.manifest)).filter((name) => !seen.has(name));
    }
    return seen;
  }
}

/** Another file of the project may be broken; the one that declares this derivation must not. */
function declared(name: string, { manifests, broken }: ProjectDescription): Manifest {
  const manifest = manifests.find((it) => it.name === name);
  if (manifest !== undefined) return manifest;
  const names = manifests.map((it) => it.name).join(', ');
  const [first] = broken;
  if (first === undefined)
    throw new ProblemError(
      'invalid-source',
      `These files declare no derivation "${name}". They declare: ${names === '' ? 'none; is the @derivation decorator missing?' : names}.`,
    );
  throw new ProblemError(
    'invalid-source',
    `The files that can be imported declare no derivation "${name}". ${placeOf(first)}${first.message}`,
    {
      errors: broken.map(({ file, line, message }) => ({
        pointer: jsonPointer(['files', file]),
        message: line === null ? message : `line ${String(line)}: ${message}`,
      })),
      data: { broken: [...broken] },
    },
  );
}

function placeOf({ file, line }: BrokenFile): string {
  return line === null ? `${file}: ` : `${file}, line ${String(line)}: `;
}

function refuseCycle(name: string, upstream: ReadonlySet<string>): void {
  if (upstream.has(name))
    throw new ProblemError(
      'invalid-source',
      `"${name}" would depend on itself through its inputs: ${[...upstream].join(', ')}.`,
    );
}
