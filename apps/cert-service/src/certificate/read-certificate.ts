import { Inject, Injectable } from '@nestjs/common';
import { type CertificateStatus, type Principal, ProblemError, sourceOf, type SourceRef } from '@svc/contracts';
import { DERIVATION_STORE, type DerivationStore, type StoredDerivation } from '../definition/derivation.ports';
import { findDerivation } from '../definition/find-derivation';
import { CertifiedNow } from '../run/input/certified-now';
import type { Standing, StoredRun } from '../run/run';
import { RUN_STORE, type RecordedCertificate, type RunStore } from '../run/run.ports';
import { IssueCertificate } from '../run/certificate/issue-certificate';
import { refuseRevoked } from './refuse-revoked';

/** Identifies a certificate. */
export interface CertificateOf extends SourceRef {
  /** A run with a verdict; the newest certified one by default. */
  readonly run: string | undefined;
}

/** A certificate, and its derivation's current status unless this certificate is in force. */
export interface FoundCertificate extends RecordedCertificate {
  readonly status: CertificateStatus | null;
}

/** Certificates of runs: stored ones, or signed now for a run that has none yet. */
@Injectable()
export class ReadCertificate {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    @Inject(RUN_STORE) private readonly runs: RunStore,
    private readonly certifiedNow: CertifiedNow,
    private readonly signing: IssueCertificate,
  ) {}

  /** `not-found` says whether a claim, a run or a verdict is missing; a revoked certificate is refused as `revoked`. */
  async get(asked: CertificateOf, who: Principal): Promise<FoundCertificate> {
    const { run, status } = await this.find(asked, who);
    const certificate = await this.runs.certificate(run.run.id);
    if (certificate === null) throw new ProblemError('not-found', `The run ${run.run.id} has no verdict to certify.`);
    return { ...certificate, status };
  }

  /** Signs a run that has a verdict; repeating it gives the same bytes. */
  async issue(asked: CertificateOf, who: Principal): Promise<FoundCertificate> {
    const { run, status } = await this.find(asked, who);
    const signed = (await this.runs.certificate(run.run.id)) ?? (await this.signing.issue(run));
    if (signed === null) throw new ProblemError('conflict', `The run ${run.run.id} has no verdict to certify.`);
    return { ...(await this.runs.keepCertificate(run.run.id, signed)), status };
  }

  private async find(
    asked: CertificateOf,
    who: Principal,
  ): Promise<{ run: StoredRun; status: FoundCertificate['status'] }> {
    const derivation = await findDerivation(this.derivations, asked.derivation, who);
    const now = await this.certifiedNow.one(derivation, who, asked.set);
    const run =
      asked.run === undefined ? await this.newestCertified(derivation, asked, now) : await this.named(asked, asked.run);
    refuseRevoked(asked.derivation, run);
    return { run, status: statusBeside(run, now) };
  }

  private async named({ derivation }: CertificateOf, id: string): Promise<StoredRun> {
    const run = await this.runs.find(id);
    if (run?.run.derivation === derivation) return run;
    throw new ProblemError('not-found', `"${derivation}" has no run ${id}. See: svc derivation history ${derivation}.`);
  }

  private async newestCertified({ manifest }: StoredDerivation, source: SourceRef, now: Standing): Promise<StoredRun> {
    if (now.causes.length > 0)
      throw new ProblemError('uncertified-source', now.reason, {
        data: { causes: now.causes.map((it) => ({ ...it })) },
      });
    const run = await this.runs.newestCertified(source);
    if (run !== null) return run;
    if (manifest.claim === null)
      throw new ProblemError('no-claim', `"${manifest.name}" has no certificate. ${now.reason}`);
    if (now.run !== null) refuseRevoked(manifest.name, now.run);
    throw new ProblemError(
      'not-found',
      `"${sourceOf(manifest.name, source.set)}" has no certified run. ${now.reason}${now.run?.run.verdict == null ? '' : `\nSee the certificate of that verdict: svc certificate show ${sourceOf(manifest.name, source.set)} --run ${now.run.run.id}`}`,
    );
  }
}

/** Null while the derivation is certified by this very run. */
function statusBeside({ run }: StoredRun, now: Standing): CertificateStatus | null {
  if (now.certified && now.run.run.id === run.id) return null;
  const newest = now.run?.run ?? null;
  return {
    certified: now.certified,
    reason: now.reason,
    newest_run: newest && { id: newest.id, outcome: newest.outcome, verdict: newest.verdict },
  };
}
