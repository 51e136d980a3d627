import { Inject, Injectable } from '@nestjs/common';
import {
  type Certificate as SignedCertificate,
  certificateDigest,
  claimDigest,
  type KeyHistory,
  type Preregistration,
  signCertificate,
  type SigningKey,
  type UnsignedPayload,
} from '@svc/audit-chain';
import type { Attestation } from '@svc/contracts';
import { CLOCK, type Clock } from '@svc/platform';
import { rfc3339Micros } from './rfc3339-micros';
import type { StoredRun } from '../run';
import { PREREGISTRATION, type PreregistrationProofs, type RecordedCertificate } from '../run.ports';

/** The key that signs certificates and the name under which it does. */
export interface Issuer {
  readonly name: string;
  readonly key: SigningKey;
  /** This instance's keys, including retired ones, with the time each was in use. */
  readonly history: KeyHistory;
  readonly trustedKeys: readonly string[];
}
export const ISSUER = Symbol('Issuer');

/** Signs the oracle's findings on a run. */
@Injectable()
export class IssueCertificate {
  constructor(
    @Inject(ISSUER) private readonly issuer: Issuer,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PREREGISTRATION) private readonly preregistrations: PreregistrationProofs,
  ) {}

  /** Signs with the proof that the claim was declared before its data were registered, where the log shows that it was. */
  async issue(stored: StoredRun): Promise<RecordedCertificate | null> {
    const { run, identity } = stored;
    if (run.verdict === null || identity.claim === null) return this.sign(stored);
    const { question, ...claim } = identity.claim;
    const declared = { derivation: run.derivation, claim: claimDigest(question, claim), inputs: identity.inputs };
    return this.sign(stored, await this.preregistrations.prove(declared));
  }

  /** Null for a run without a verdict: only judged runs can be certified. */
  sign(stored: StoredRun, preregistration: Preregistration | null = null): RecordedCertificate | null {
    const payload = certificatePayload(stored, this.issuer.name, rfc3339Micros(this.clock.now()));
    if (payload === null) return null;
    const certificate: SignedCertificate = signCertificate(
      { ...payload, ...(preregistration === null ? {} : { preregistration }) },
      this.issuer.key,
    );
    return { digest: certificateDigest(certificate.certificate), text: JSON.stringify(certificate) };
  }
}

/** The payload of a run, all members of v1 present; null when there is no verdict to state. */
function certificatePayload(stored: StoredRun, issuer: string, issuedAt: string): UnsignedPayload | null {
  const { run, identity, table, sourceHash } = stored;
  const { attestation } = run;
  if (attestation === null || table === null || identity.claim === null || identity.environment === null) return null;
  const { question, kind: _kind, verdict, estimate, adjusted_for, gates, skipped, oracle } = attestation;
  return {
    derivation: run.derivation,
    question,
    verdict,
    claim: { kind: identity.claim.kind, roles: identity.claim.roles, declared: identity.claim.declared },
    estimate,
    adjusted_for,
    gates: gates.map(({ name, verdict: found, statistic, threshold, n, seed, detail }) => ({
      name,
      verdict: found,
      statistic,
      threshold,
      n,
      seed,
      detail,
    })),
    skipped,
    oracle: {
      version: oracle.version,
      policy: oracle.policy,
      alpha: oracle.alpha,
      attempts: oracle.attempts,
      error_rates: oracle.error_rates,
      ...addedTo(oracle),
    },
    code: { hash: identity.code_hash, environment: identity.environment, source_hash: sourceHash },
    data: { hash: table.data_hash, rows: table.rows, inputs: identity.inputs },
    ...whatWasTested(attestation),
    derivation_version: run.derivation_version,
    certified_by: { issuer, actor: run.actor },
    run_at: run.finished_at,
    issued_at: issuedAt,
    ...(run.pictures === null ? {} : { evidence: { run: run.id, pictures: run.pictures } }),
  };
}

/** Additions to v1: which rows were analysed, and how alike the compared sides are. */
function whoTookPart({ flow, balance }: Attestation): Readonly<Record<string, unknown>> {
  return {
    ...(typeof flow === 'object' && flow !== null ? { flow } : {}),
    ...(Array.isArray(balance) && balance.length > 0 ? { balance } : {}),
  };
}

/** Additions to v1: what was tested in the oracle's words, which part of the question was not, and what would overturn the verdict. */
function whatWasTested(attestation: Attestation): Readonly<Record<string, unknown>> {
  const { tested, cautions, sensitivity } = attestation;
  return {
    ...whoTookPart(attestation),
    ...(typeof tested === 'string' ? { tested } : {}),
    ...(Array.isArray(cautions) && cautions.length > 0 ? { cautions } : {}),
    ...(Array.isArray(sensitivity) && sensitivity.length > 0 ? { sensitivity } : {}),
  };
}

/** Additions to v1: how often the verdict was previewed before it was certified, and the sample it was judged on where there were too many rows. */
function addedTo({ looks, sample }: Attestation['oracle']): Readonly<Record<string, unknown>> {
  return { ...(typeof looks === 'number' ? { looks } : {}), ...(sample === undefined ? {} : { sample }) };
}
