import { Inject, Injectable } from '@nestjs/common';
import { type FileReply, type Principal, ProblemError } from '@svc/contracts';
import { DERIVATION_STORE, type DerivationStore } from '../../definition/derivation.ports';
import { findDerivation } from '../../definition/find-derivation';
import { RUN_STORE, type RunStore } from '../run.ports';

/** The page of diagnostics that belongs to a run's attestation: evidence, kept as long as the run. */
@Injectable()
export class ReadRunPictures {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    @Inject(RUN_STORE) private readonly runs: RunStore,
  ) {}

  /** `not-found` says whether the derivation, the run or the pictures are missing, and why. */
  async get(name: string, runId: string, who: Principal): Promise<FileReply> {
    await findDerivation(this.derivations, name, who);
    const stored = await this.runs.find(runId);
    if (stored === null || stored.run.derivation !== name)
      throw new ProblemError('not-found', `"${name}" has no run ${runId}. See: svc derivation history ${name}.`);
    if (stored.pictures === null)
      throw new ProblemError('not-found', `This run has no pictures: ${missing(stored.run.attestation)}`);
    return { ...stored.pictures, content_type: 'image/svg+xml', file_name: `${name}.${runId}.svg`, inline: true };
  }
}

function missing(attestation: object | null): string {
  return attestation === null ? 'it has no verdict.' : 'nothing was estimated that could be drawn.';
}
