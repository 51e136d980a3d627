import { Inject, Injectable } from '@nestjs/common';
import { type Derivation, ProblemError, sourceOf, type SourceRef } from '@svc/contracts';
import { type CallOrigin, type Clock, CLOCK, OwnFacts } from '@svc/platform';
import { CertifiedNow } from '../run/input/certified-now';
import { RUN_STORE, type RunStore } from '../run/run.ports';
import { DERIVATION_STORE, type DerivationStore } from '../definition/derivation.ports';
import { findDerivation } from '../definition/find-derivation';
import { PresentDerivation } from './present-derivation';

/** Withdraws the certification of the newest run: from now on nothing may depend on it. */
@Injectable()
export class RevokeDerivation {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    @Inject(RUN_STORE) private readonly runs: RunStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly certifiedNow: CertifiedNow,
    private readonly present: PresentDerivation,
    private readonly facts: OwnFacts,
  ) {}

  revoke(source: SourceRef, reason: string, context: CallOrigin): Promise<Derivation> {
    return this.facts.beforeRefusing([source.derivation], () => this.withdraw(source, reason, context));
  }

  private async withdraw(
    { derivation: name, set }: SourceRef,
    reason: string,
    context: CallOrigin,
  ): Promise<Derivation> {
    const stored = await findDerivation(this.derivations, name, context.principal);
    const now = await this.certifiedNow.one(stored, context.principal, set);
    if (!now.certified)
      throw new ProblemError(
        'conflict',
        `"${sourceOf(name, set)}" is not certified, so there is nothing to revoke. ${now.reason}`,
      );
    await this.runs.revoke(now.run.run.id, { reason, by: context.principal.id, at: this.clock.now().toISOString() });
    return this.present.one(stored, context.principal);
  }
}
