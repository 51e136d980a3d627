import { sha256Digest } from '@svc/audit-chain';
import type { Change, Claim, Json, Manifest } from '@svc/contracts';

/** Everything that determines what a run computes and what its claim is. */
export interface RunIdentity {
  readonly code_hash: string;
  readonly params: Readonly<Record<string, Json>>;
  readonly inputs: Readonly<Record<string, string>>;
  readonly environment: string | null;
  readonly claim: Claim | null;
  readonly contract: Manifest['contract'];
}

/** Hash over code, parameters, environment and input versions: everything the rows depend on. */
export function derivationVersion(of: RunIdentity): string {
  return sha256Digest({ code: of.code_hash, params: of.params, inputs: of.inputs, environment: of.environment });
}

/** Hash over claim and contract. */
export function claimHash(of: Pick<RunIdentity, 'claim' | 'contract'>): string {
  return sha256Digest({ claim: of.claim, contract: of.contract });
}

/** What differs between two runs, most important first; empty for the first run. */
export function whatChanged(before: RunIdentity | null, after: RunIdentity): Change[] {
  if (before === null) return [];
  const same = (left: unknown, right: unknown): boolean => sha256Digest(left) === sha256Digest(right);
  const changes: [Change, boolean][] = [
    ['data', same(before.inputs, after.inputs)],
    ['code', before.code_hash === after.code_hash],
    ['parameters', same(before.params, after.params)],
    ['claim', claimHash(before) === claimHash(after)],
    ['environment', before.environment === after.environment],
  ];
  return changes.filter(([, equal]) => !equal).map(([change]) => change);
}

/** The entity tag that guards replacements (`If-Match`): it changes when anything declared changes. */
export function definitionEtag(manifest: Manifest): string {
  return sha256Digest(manifest);
}
