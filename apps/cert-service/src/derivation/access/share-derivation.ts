import { Inject, Injectable } from '@nestjs/common';
import { type AccessChange, type AccessState, type Principal, ProblemError } from '@svc/contracts';
import { DERIVATION_STORE, type DerivationStore } from '../derivation.ports';
import { findDerivation } from '../find-derivation';
import { accessState, sharedAccess } from './derivation-access';

/** Says who sees a derivation, and whose it is. */
@Injectable()
export class ShareDerivation {
  constructor(@Inject(DERIVATION_STORE) private readonly derivations: DerivationStore) {}

  async get(name: string, who: Principal): Promise<AccessState> {
    return accessState(await findDerivation(this.derivations, name, who));
  }

  /** Of several at once that have read the same, one wins. */
  async share(name: string, change: AccessChange, ifMatch: string | undefined, who: Principal): Promise<AccessState> {
    const before = await findDerivation(this.derivations, name, who);
    const after = sharedAccess(name, before, change, ifMatch, who);
    const shared = await this.derivations.share(name, after, before);
    if (!shared) throw new ProblemError('precondition-failed', `Who sees "${name}" was changed by somebody else a moment ago. Read it again and decide.`);
    return accessState(after);
  }
}
