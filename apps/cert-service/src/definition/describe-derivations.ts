import { Inject, Injectable } from '@nestjs/common';
import { type Json, jsonPointer, type Manifest, ProblemError, type ProblemItem } from '@svc/contracts';
import { claimKinds, type DataContract, parseClaim, parseContract } from '@svc/oracle';
import type { CallOrigin } from '@svc/platform';
import { type ProjectDescription, SANDBOX, type Sandbox } from './derivation.ports';

/** What a project declares, and by derivation why its claim or contract cannot be checked. */
export interface DescribedProject extends ProjectDescription {
  readonly refused: ReadonlyMap<string, ProblemError>;
}

/** Reads what project files declare, in the sandbox, and reports claims and contracts that no oracle could check. */
@Injectable()
export class DescribeDerivations {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  /** A malformed claim concerns one derivation; the others are still described. */
  async describe(files: Readonly<Record<string, string>>, context: CallOrigin): Promise<DescribedProject> {
    const project = await this.sandbox.describe(files, context);
    const manifests = project.manifests.map(withTableClaim);
    const refused = new Map<string, ProblemError>();
    for (const manifest of manifests) {
      const problem = uncheckable(manifest);
      if (problem !== null) refused.set(manifest.name, problem);
    }
    return { ...project, manifests, refused };
  }
}

/** A contract without a further claim claims that the table is reproducible and satisfies its contract. */
function withTableClaim(manifest: Manifest): Manifest {
  if (manifest.claim !== null || manifest.contract === null) return manifest;
  const question = `${manifest.description === '' ? manifest.name : manifest.description} satisfies its contract`;
  return { ...manifest, claim: { question, kind: 'table', roles: {}, declared: {} } };
}

/** Columns are only known once the derivation has run; kinds, roles and facts are known now. */
function uncheckable(manifest: Manifest): ProblemError | null {
  if (manifest.claim !== null) {
    const parsed = parseClaim(manifest.claim, mentioned(manifest.claim));
    if (!parsed.ok) return refusal('invalid-claim', manifest, 'claim', parsed.problems);
  }
  if (manifest.contract !== null) {
    const parsed = parseContract(manifest.contract);
    if (!parsed.ok) return refusal('invalid-contract', manifest, 'contract', parsed.problems);
    const dangling = danglingKeys(parsed.contract, manifest);
    if (dangling.length > 0) return refusal('invalid-contract', manifest, 'contract', dangling);
  }
  return null;
}

/** A foreign key refers to an input, because only the inputs of a run are certified with it. */
function danglingKeys({ table }: DataContract, { inputs }: Manifest): ProblemItem[] {
  return (table?.foreignKeys ?? []).flatMap(({ reference: { resource } }, i) => {
    if (Object.hasOwn(inputs, resource)) return [];
    return [
      {
        pointer: jsonPointer(['table', 'foreignKeys', i, 'reference', 'resource']),
        message: `"${resource}" is not an input of the derivation. Declare it: inputs={"${resource}": Dataset("…")}`,
      },
    ];
  });
}

/** Columns are not known before the first run, so every name in the claim counts as one here. */
function mentioned(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(mentioned) : [];
}

function refusal(
  code: 'invalid-claim' | 'invalid-contract',
  manifest: Manifest,
  member: string,
  problems: readonly ProblemItem[],
): ProblemError {
  const errors = problems.map(({ pointer, message }) => ({
    pointer: jsonPointer([manifest.name, member]) + pointer,
    message,
  }));
  const [first] = problems;
  const where = first?.pointer.slice(1).replaceAll('/', '.') ?? '';
  const kinds = where === 'kind' ? ` Claim kinds are: ${Object.keys(claimKinds).join(', ')}.` : '';
  return new ProblemError(
    code,
    `The ${member} of "${manifest.name}" is not well formed: ${where} ${first?.message.replace(/\.?$/, '.') ?? ''}${kinds}`,
    { errors },
  );
}
