import { Inject, Injectable } from '@nestjs/common';
import { type Principal, ProblemError } from '@svc/contracts';
import { DERIVATION_STORE, type DerivationStore, type StoredDerivation } from '../derivation/derivation.ports';
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
  async get(name: string, who: Principal): Promise<RecordedCertificate> {
    const { derivation, run, certificate } = await this.newest(name, who);
    if (certificate !== null) return certificate;
    throw new ProblemError('not-found', `"${name}" has no certificate: ${missing(derivation, run)}`);
  }

  /** Signs the newest run that has a verdict; asking again gives the same bytes. */
  async issue(name: string, who: Principal): Promise<RecordedCertificate> {
    const { derivation, run, certificate } = await this.newest(name, who);
    if (certificate !== null) return certificate;
    const signed = run === null ? null : this.signing.sign(run);
    if (run !== null && signed !== null) return this.runs.keepCertificate(run.run.id, signed);
    throw new ProblemError(
      derivation.manifest.claim === null ? 'no-claim' : 'conflict',
      `Nothing to sign for "${name}": ${missing(derivation, run)}`,
    );
  }

  private async newest(
    name: string,
    who: Principal,
  ): Promise<{ derivation: StoredDerivation; run: StoredRun | null; certificate: RecordedCertificate | null }> {
    const derivation = await findDerivation(this.derivations, name, who);
    const run = await this.runs.newest(name);
    return { derivation, run, certificate: run === null ? null : await this.runs.certificate(run.run.id) };
  }
}

function missing({ manifest: { name, claim } }: StoredDerivation, run: StoredRun | null): string {
  if (claim === null) return 'it declares no claim. Declare claim=… or contract=… and run it.';
  if (run === null) return `it has never run. Run it: svc derivation run ${name}.`;
  return `its newest run has no verdict (${run.run.outcome}): ${run.run.reason}`;
}
