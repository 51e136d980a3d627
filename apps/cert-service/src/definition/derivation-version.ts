import { sha256Digest } from '@svc/audit-chain';
import type { Change, Claim, Json, Manifest } from '@svc/contracts';

/** Everything that decides what a run computes and what it is asked to show. */
export interface RunIdentity {
  readonly code_hash: string;
  readonly params: Readonly<Record<string, Json>>;
  readonly inputs: Readonly<Record<string, string>>;
  readonly environment: string | null;
  readonly claim: Claim | null;
  readonly contract: Manifest['contract'];
}

/** Hash over code, parameters, environment and input versions: what the rows depend on. */
export function derivationVersion(of: RunIdentity): string {
  return sha256Digest({ code: of.code_hash, params: of.params, inputs: of.inputs, environment: of.environment });
}

/** Hash over what is asked of the rows: claim and contract. */
export function claimHash(of: Pick<RunIdentity, 'claim' | 'contract'>): string {
  return sha256Digest({ claim: of.claim, contract: of.contract });
}

/** What differs between two runs, in the order in which readers ask; empty for the first run. */
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

/** The content hash that guards replacements (`If-Match`): it moves when anything declared moves. */
export function definitionEtag(manifest: Manifest): string {
  return sha256Digest(manifest);
}
