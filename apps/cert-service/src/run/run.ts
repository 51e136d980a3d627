import type { Claim, Run, TableVersion } from '@svc/contracts';
import type { StoredObject } from '@svc/warehouse';
import { claimHash, type RunIdentity } from '../definition/derivation-version';

/** A stored run: what is served, plus what later decisions need. */
export interface StoredRun {
  readonly run: Run;
  readonly identity: RunIdentity;
  readonly sourceHash: string;
  readonly table: TableVersion | null;
  /** The stored objects whose rows it read, by input; empty for a run recorded before this member existed. */
  readonly read: Readonly<Record<string, string>>;
  /** The page of diagnostics of its attestation, in the warehouse. */
  readonly pictures: StoredObject | null;
}

/** A derivation whose state withdraws the certification of its dependents. */
export interface Cause {
  readonly derivation: string;
  readonly reason: string;
}

/** Whether anything may depend on a derivation now, and why. `causes` are the upstream derivations at fault, nearest first. */
export type Standing =
  | {
      readonly certified: true;
      readonly run: StoredRun;
      readonly table: TableVersion;
      readonly reason: string;
      readonly causes: readonly Cause[];
    }
  | {
      readonly certified: false;
      readonly run: StoredRun | null;
      readonly reason: string;
      readonly causes: readonly Cause[];
      /** Damaged storage is the only reason: it is certified again, without a run, once the rows are repaired. */
      readonly damaged: boolean;
    };

/** The current declaration, as far as certification depends on it. */
export interface InForce {
  readonly code_hash: string;
  readonly claim: RunIdentity['claim'];
  readonly contract: RunIdentity['contract'];
}

const no = (run: StoredRun | null, reason: string): Standing => ({
  certified: false,
  run,
  reason,
  causes: [],
  damaged: false,
});

/**
 * Whether a derivation is certified by itself: the newest run of the current code and claim has the verdict `sound` and
 * is not revoked. {@link CertifiedNow} adds its dependencies.
 * A derivation without a claim is never certified.
 */
export function standing(newest: StoredRun | null, inForce: InForce): Standing {
  if (inForce.claim === null)
    return no(newest, 'It declares no claim, so there is nothing to certify. Declare claim=… or contract=….');
  if (newest === null) return no(null, 'It has never run. Run it: svc derivation run <name>.');
  if (newest.identity.code_hash !== inForce.code_hash)
    return no(newest, 'Its code has changed since the newest run. Run it again.');
  if (claimHash(newest.identity) !== claimHash(inForce))
    return no(newest, 'Its claim has changed since the newest run. Run it again.');
  if (newest.run.outcome !== 'succeeded' || newest.table === null)
    return no(newest, `Its newest run ${newest.run.outcome}: ${newest.run.reason}`);
  const { revoked } = newest.run;
  if (revoked !== null)
    return no(newest, `Its certification was revoked by ${revoked.by} at ${revoked.at}: ${revoked.reason}`);
  if (newest.run.verdict !== 'sound')
    return no(newest, `Its newest verdict is ${newest.run.verdict ?? 'missing'}: ${newest.run.reason}`);
  return { certified: true, run: newest, table: newest.table, reason: newest.run.reason, causes: [] };
}

const OUTCOME_ROLES = ['value', 'metric', 'numerator', 'y', 'outcome', 'after', 'target', 'y_true', 'event'];

/** The column whose values a claim is about. */
export function outcomeColumn({ roles }: Claim): string | null {
  const named = OUTCOME_ROLES.map((role) => roles[role]).find((column) => column !== undefined);
  const [first] = [named ?? null].flat();
  return typeof first === 'string' ? first : null;
}

/** Kinds that test a difference or a slope: switching between them is no new question. */
const DIFFERENCES: ReadonlySet<string> = new Set([
  'association',
  'effect',
  'comparison',
  'experiment',
  'proportion',
  'change',
]);

/**
 * Identifies what a line of questioning has in common whatever its columns are called: the owner, the contents of
 * its inputs, and the kind of claim.
 */
export function questionLine(
  { claim, inputs }: RunIdentity,
  tenant: string,
): { readonly tenant: string; readonly data: readonly string[]; readonly asks: string } {
  const kind = claim?.kind ?? 'none';
  return {
    tenant,
    data: [...new Set(Object.values(inputs))].sort(),
    asks: DIFFERENCES.has(kind) ? 'difference' : kind,
  };
}

/**
 * Identifies one line of questioning of one tenant over one state of the data, so that exactly its repeated attempts are counted
 * together: the owner, the contents of its inputs under whatever names, and the declared family of
 * outcomes or else the kind and the outcome column.
 */
export function questionFamily(
  identity: RunIdentity,
  tenant: string,
): { readonly tenant: string; readonly data: readonly string[]; readonly family: string } {
  const { claim, inputs } = identity;
  const data = [...new Set(Object.values(inputs))].sort();
  const asked = { tenant, data };
  if (claim === null) return { ...asked, family: 'none' };
  const declared = claim.declared['family'];
  if (Array.isArray(declared))
    return {
      ...asked,
      family: declared
        .map((it) => JSON.stringify(it))
        .sort()
        .join(','),
    };
  return { ...asked, family: `${claim.kind}:${outcomeColumn(claim) ?? ''}` };
}
