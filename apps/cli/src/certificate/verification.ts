import type { ProvenPreregistration } from '@svc/audit-chain';
import { EXIT, type ExitCode } from '../exit-code';

/**
 * The outcome for one document. `unreadable`: there was nothing to verify; `unanswered`: it is intact, but the service
 * that was asked did not say whether it is its own.
 */
export type VerificationOutcome =
  | 'invalid'
  | 'self_consistent'
  | 'trusted'
  | 'matches'
  | 'stale'
  | 'revoked'
  | 'uncertified'
  | 'other_instance'
  | 'unreadable'
  | 'unanswered';

export interface Verification {
  readonly file: string;
  readonly outcome: VerificationOutcome;
  readonly derivation: string | null;
  readonly verdict: string | null;
  readonly digest: string | null;
  /** The key that signed it, with its time of use if the pinned key history has it. */
  readonly signed_with: { readonly public_key: string; readonly from?: string; readonly until?: string | null } | null;
  /** Proof that the claim was declared before its data were registered; null where there is none. */
  readonly preregistration: ProvenPreregistration | null;
  /** Which check failed, or the service's answer; null where nothing is wrong. */
  readonly code: string | null;
  readonly reason: string;
  /** For people. Both empty for an outcome that proves nothing. */
  readonly proven: readonly string[];
  readonly not_proven: readonly string[];
  readonly exit_code: ExitCode;
}

const EXITS: Readonly<Record<Exclude<VerificationOutcome, 'unanswered'>, ExitCode>> = {
  invalid: EXIT.invalidSignature,
  self_consistent: EXIT.ok,
  trusted: EXIT.ok,
  matches: EXIT.ok,
  stale: EXIT.stale,
  revoked: EXIT.refused,
  uncertified: EXIT.refused,
  other_instance: EXIT.otherInstance,
  unreadable: EXIT.failure,
};

const WHEN =
  'when it was signed: its dates are only the signer’s statement (the entry of its digest in the audit log has a proof)';
const PROVEN: Readonly<
  Partial<Record<VerificationOutcome, { readonly proven: readonly string[]; readonly not_proven: readonly string[] }>>
> = {
  self_consistent: {
    proven: ['the content fits the key that it carries'],
    not_proven: [
      'who signed it: anybody can edit it and sign it again with their own key (give --public-key, or a service to ask)',
    ],
  },
  trusted: {
    proven: ['the holder of the pinned key signed exactly this content'],
    not_proven: ['that the derivation is still what it certifies: only the service that issued it can tell', WHEN],
  },
  matches: {
    proven: [
      'the service asked says that it signed exactly this content, and that the derivation is still what it certifies',
    ],
    not_proven: ['anything to somebody who does not trust that service: --public-key needs no trust in it'],
  },
  stale: {
    proven: ['the service asked says that it signed exactly this content'],
    not_proven: ['anything about the present: what it certifies has changed'],
  },
  revoked: { proven: ['the service asked says that it signed exactly this content, and revoked it'], not_proven: [] },
  uncertified: {
    proven: ['the service asked says that it signed exactly this content'],
    not_proven: ['that anything may depend on it: something it depends on is not certified now'],
  },
};

/** A document's outcome with its meaning and exit code. */
export function verification(
  it: Omit<Verification, 'proven' | 'not_proven' | 'exit_code'>,
  exit?: ExitCode,
): Verification {
  const { proven, not_proven } = PROVEN[it.outcome] ?? { proven: [], not_proven: [] };
  const [shown, notShown] = it.preregistration === null ? [[], []] : preregistrationWords(it.preregistration);
  return {
    ...it,
    proven: [...proven, ...shown],
    not_proven: [...not_proven, ...notShown],
    exit_code: exit ?? (it.outcome === 'unanswered' ? EXIT.failure : EXITS[it.outcome]),
  };
}

/** What the proofs in a certificate show, and what they do not. */
function preregistrationWords({
  outcome,
  log,
  claim,
  data,
}: ProvenPreregistration): readonly [proven: readonly string[], notProven: readonly string[]] {
  const registered = Object.entries(data).map(([name, { seq, at }]) => `${name} as record ${seq} (${at})`);
  const order = `the claim was declared as record ${claim.seq} (${claim.at}) of the audit log ${log}, before its data: ${registered.join(', ')}`;
  const absence =
    'that the same rows were not registered before, or other claims declared: only the whole log shows that';
  return outcome === 'proven'
    ? [[order], [absence]]
    : [[], [`${order}: that is by the log's key that it names itself (give --log-key)`, absence]];
}
