import { canonicalText, sha256Digest } from '@svc/audit-chain';
import type { Claim } from '@svc/contracts';
import type { RunIdentity } from '../../definition/derivation-version';
import type { StoredRun } from '../run';

/** Identifies a suggested claim; its question is for its author to word. */
export function suggestionDigest({ kind, roles, declared }: Claim): string {
  return sha256Digest({ kind, roles, declared });
}

/** Same code, parameters and inputs: such runs may differ only in their claims. */
export function isOfSameRows(one: RunIdentity, two: RunIdentity): boolean {
  const rows = ({ code_hash, params, inputs }: RunIdentity): string => canonicalText({ code_hash, params, inputs });
  return rows(one) === rows(two);
}

/**
 * Whether a claim is its predecessor plus only answers: facts that its verdict asked for, verbatim as the
 * reasons of its gates print them (`"unit": "user_id"`).
 */
export function answersQuestions({ identity, run }: StoredRun, claim: Claim): boolean {
  const before = identity.claim;
  if (before === null || run.attestation === null) return false;
  const same = (left: unknown, right: unknown): boolean => canonicalText(left) === canonicalText(right);
  if (before.kind !== claim.kind || !same(before.roles, claim.roles)) return false;
  if (Object.keys(before.declared).some((fact) => !same(before.declared[fact], claim.declared[fact] ?? null)))
    return false;
  const asked = run.attestation.gates.filter((it) => it.verdict === 'inconclusive').map((it) => it.detail);
  const added = Object.entries(claim.declared).filter(([fact]) => !Object.hasOwn(before.declared, fact));
  return (
    added.length > 0 &&
    added.every(([fact, value]) =>
      asked.some((detail) => detail.includes(`${JSON.stringify(fact)}: ${JSON.stringify(value)}`)),
    )
  );
}
