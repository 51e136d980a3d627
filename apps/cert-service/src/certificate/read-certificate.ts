import { Inject, Injectable } from '@nestjs/common';
import { ProblemError } from '@svc/contracts';
import { DERIVATION_STORE, type DerivationStore } from '../derivation/derivation.ports';
import { findDerivation } from '../derivation/find-derivation';
import type { StoredRun } from '../run/run';
import { RUN_STORE, type RecordedCertificate, type RunStore } from '../run/run.ports';
import { IssueCertificate } from './issue-certificate';

/** Certificates of newest runs: as kept, or signed now for a run that has none yet. */
@Injectable()
export class ReadCertificate {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    @Inject(RUN_STORE) private readonly runs: RunStore,
    private readonly signing: IssueCertificate,
  ) {}

  /** The envelope of the newest run; `not-found` says whether a claim, a run or a verdict is missing. */
  async get(name: string): Promise<RecordedCertificate> {
    const { run, certificate } = await this.newest(name);
    if (certificate !== null) return certificate;
    throw new ProblemError('not-found', `"${name}" has no certificate: ${await this.missing(name, run)}`);
  }

  /** Signs the newest run that has a verdict; asking again gives the same bytes. */
  async issue(name: string): Promise<RecordedCertificate> {
    const { run, certificate } = await this.newest(name);
    if (certificate !== null) return certificate;
    const signed = run === null ? null : this.signing.sign(run);
    if (run !== null && signed !== null) return this.runs.keepCertificate(run.run.id, signed);
    const { manifest } = await findDerivation(this.derivations, name);
    throw new ProblemError(manifest.claim === null ? 'no-claim' : 'conflict', `Nothing to sign for "${name}": ${await this.missing(name, run)}`);
  }

  private async newest(name: string): Promise<{ run: StoredRun | null; certificate: RecordedCertificate | null }> {
    await findDerivation(this.derivations, name);
    const run = await this.runs.newest(name);
    return { run, certificate: run === null ? null : await this.runs.certificate(run.run.id) };
  }

  private async missing(name: string, run: StoredRun | null): Promise<string> {
    const { manifest } = await findDerivation(this.derivations, name);
    if (manifest.claim === null) return 'it declares no claim. Declare claim=… or contract=… and run it.';
    if (run === null) return `it has never run. Run it: svc derivation run ${name}.`;
    return `its newest run has no verdict (${run.run.outcome}): ${run.run.reason}`;
  }
}
