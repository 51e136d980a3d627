import { Inject, Injectable } from '@nestjs/common';
import { type Principal, ProblemError } from '@svc/contracts';
import { changedMeanwhile, OwnFacts, requireMatch } from '@svc/platform';
import { DERIVATION_STORE, type DerivationStore } from '../definition/derivation.ports';
import { findDerivation } from '../definition/find-derivation';

/** Deletes a derivation that no other takes as an input. Runs and certificates stay: they are evidence. */
@Injectable()
export class DeleteDerivation {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    private readonly facts: OwnFacts,
  ) {}

  delete(name: string, ifMatch: string | undefined, who: Principal): Promise<{ deleted: true }> {
    return this.facts.beforeRefusing([name], () => this.remove(name, ifMatch, who));
  }

  private async remove(name: string, ifMatch: string | undefined, who: Principal): Promise<{ deleted: true }> {
    const stored = await findDerivation(this.derivations, name, who);
    requireMatch(`Derivation "${name}"`, stored.etag, ifMatch);
    const { seen, unseen } = await this.derivations.dependents('derivation', name, who);
    const users = [...seen, ...(unseen > 0 ? [`${unseen} that you may not see`] : [])];
    if (users.length > 0)
      throw new ProblemError('in-use', `"${name}" is an input of ${users.join(', ')}. Change or delete those first.`);
    const deleted = await this.derivations.delete(name, stored.etag, who);
    if (!deleted) throw changedMeanwhile(`Derivation "${name}"`);
    return { deleted: true };
  }
}
