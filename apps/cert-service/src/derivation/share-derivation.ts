import { Inject, Injectable } from '@nestjs/common';
import { ObjectSharing } from '@svc/platform';
import { DERIVATION_STORE, type DerivationStore } from '../definition/derivation.ports';
import { findDerivation } from '../definition/find-derivation';

/** Changes a derivation's visibility and owner. */
@Injectable()
export class ShareDerivation extends ObjectSharing {
  constructor(@Inject(DERIVATION_STORE) derivations: DerivationStore) {
    super('derivation', {
      find: (name, who) => findDerivation(derivations, name, who),
      share: (...change) => derivations.share(...change),
    });
  }
}
