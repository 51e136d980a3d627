import { Inject, Injectable } from '@nestjs/common';
import { compareCertificate, type CurrentState, verifyCertificate } from '@svc/audit-chain';
import { DEFAULT_SET, type Principal, ProblemError } from '@svc/contracts';
import { DERIVATION_STORE, type DerivationStore, type StoredDerivation } from '../definition/derivation.ports';
import { findDerivation } from '../definition/find-derivation';
import { CertifiedNow } from '../run/input/certified-now';
import type { StoredRun } from '../run/run';
import { RUN_STORE, type RunStore } from '../run/run.ports';
import { type Issuer, ISSUER } from '../run/certificate/issue-certificate';
import { refuseRevoked } from './refuse-revoked';

/**
 * Verifies a certificate against this instance: first the signature, with this instance's own key, then the current
 * state of the derivation. Certification is looked up only once the signature is valid.
 */
@Injectable()
export class VerifyCertificate {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    @Inject(RUN_STORE) private readonly runs: RunStore,
    @Inject(ISSUER) private readonly issuer: Issuer,
    private readonly certifiedNow: CertifiedNow,
  ) {}

  async verify(
    name: string,
    text: string,
    who: Principal,
  ): Promise<{ verified: true; outcome: 'matches'; digest: string }> {
    const verification = verifyCertificate(text, { pinnedKey: this.issuer.history });
    if (verification.outcome === 'invalid') throw invalid(verification.code, verification.reason);
    const derivation = await findDerivation(this.derivations, name, who);
    const run = await this.runs.certified(verification.digest);
    if (run !== null) refuseRevoked(name, run);
    const set = run?.run.parameter_set ?? DEFAULT_SET;
    const current = currentState(derivation, await this.runs.newest({ derivation: name, set }), this.issuer);
    const comparison = compareCertificate(verification.certificate, current);
    switch (comparison.outcome) {
      case 'matches':
        if (verification.certificate.verdict === 'sound') await this.refuseWithdrawn(derivation, set, who);
        return { verified: true, outcome: 'matches', digest: verification.digest };
      case 'stale':
        throw new ProblemError(
          'stale-certificate',
          `It is authentic, but "${name}" has changed: ${comparison.moved.join(', ')}.`,
          {
            data: { outcome: 'stale', moved: [...comparison.moved] },
          },
        );
      case 'other_instance':
        throw new ProblemError('invalid-signature', 'It was signed by another instance with another key.', {
          data: { outcome: 'other_instance' },
        });
      case 'other_derivation':
        throw new ProblemError(
          'invalid-signature',
          `It is authentic, but it certifies another derivation than "${name}".`,
          { data: { outcome: 'other_derivation' } },
        );
    }
  }

  /** A sound verdict counts only while its rows are undamaged and its inputs are certified. */
  private async refuseWithdrawn(derivation: StoredDerivation, set: string, who: Principal): Promise<void> {
    const { certified, causes, reason } = await this.certifiedNow.one(derivation, who, set);
    if (certified) return;
    throw new ProblemError('uncertified-source', `It is authentic, but no longer certified. ${reason}`, {
      data: { outcome: 'uncertified', causes: causes.map((it) => ({ ...it })) },
    });
  }
}

/** What a certificate is compared with: the current definition and its newest run. */
function currentState({ manifest }: StoredDerivation, newest: StoredRun | null, issuer: Issuer): CurrentState {
  if (newest === null || newest.table === null || manifest.claim === null) {
    throw new ProblemError('stale-certificate', `It is authentic, but "${manifest.name}" has no verified run now.`, {
      data: { outcome: 'stale', moved: ['data'] },
    });
  }
  const { question, kind, roles, declared } = manifest.claim;
  return {
    derivation: manifest.name,
    question,
    claim: { kind, roles, declared },
    code: { hash: manifest.code_hash, environment: newest.identity.environment, source_hash: newest.sourceHash },
    data: { hash: newest.table.data_hash, rows: newest.table.rows, inputs: newest.identity.inputs },
    derivation_version: newest.run.derivation_version,
    publicKeys: issuer.trustedKeys,
  };
}

function invalid(code: string, reason: string): ProblemError {
  if (code === 'not-json') return new ProblemError('malformed-body', `This is not a certificate: ${reason}.`);
  const outcome = code === 'other-key' ? 'other_instance' : 'invalid';
  return new ProblemError('invalid-signature', `${reason}.`, { data: { outcome, check: code } });
}
