import { Inject, Injectable } from '@nestjs/common';
import type { AccessChange, AccessState, Principal } from '@svc/contracts';
import { accessState, sharedAccess, sharedMeanwhile } from '@svc/platform';
import { DERIVATION_STORE, type DerivationStore } from '../derivation.ports';
import { findDerivation } from '../find-derivation';

/** Says who sees a derivation, and whose it is. */
@Injectable()
export class ShareDerivation {
  constructor(@Inject(DERIVATION_STORE) private readonly derivations: DerivationStore) {}

  async get(name: string, who: Principal): Promise<AccessState> {
    return accessState(await findDerivation(this.derivations, name, who));
  }

  /** Of several at once that have read the same, one wins. */
  async share(name: string, change: AccessChange, ifMatch: string | undefined, who: Principal): Promise<AccessState> {
    const what = `derivation "${name}"`;
    const before = await findDerivation(this.derivations, name, who);
    const after = sharedAccess(what, before, { change, ifMatch, who });
    if (!(await this.derivations.share(name, after, before))) throw sharedMeanwhile(what);
    return accessState(after);
  }
}
