import { Inject, Injectable } from '@nestjs/common';
import type { Derivation, Principal } from '@svc/contracts';
import { type CallOrigin, changedMeanwhile, OwnFacts, requireMatch } from '@svc/platform';
import { DERIVATION_STORE, type DerivationStore } from '../definition/derivation.ports';
import { findDerivation } from '../definition/find-derivation';
import { PresentDerivation } from './present-derivation';

/** Makes the caller the author of the current definition: from now on it acts with their rights. */
@Injectable()
export class TakeOverDerivation {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    private readonly present: PresentDerivation,
    private readonly facts: OwnFacts,
  ) {}

  /** `ifMatch` names the definition they have read: nobody lends their rights to code that was changed meanwhile. */
  run(name: string, ifMatch: string | undefined, { principal }: CallOrigin): Promise<Derivation> {
    return this.facts.beforeRefusing([name], () => this.takeOver(name, ifMatch, principal));
  }

  private async takeOver(name: string, ifMatch: string | undefined, principal: Principal): Promise<Derivation> {
    const stored = await findDerivation(this.derivations, name, principal);
    requireMatch(`"${name}"`, stored.etag, ifMatch);
    const taken = { ...stored, definedBy: principal.id };
    if (!(await this.derivations.save(taken, stored.etag, principal))) throw changedMeanwhile(`"${name}"`);
    return this.present.one(taken, principal);
  }
}
