import { Inject, Injectable } from '@nestjs/common';
import type { AccessState, RequestOf, shareDerivation } from '@svc/contracts';
import { type CallContext, ObjectSharing, OwnFacts } from '@svc/platform';
import { DERIVATION_STORE, type DerivationStore } from '../definition/derivation.ports';
import { findDerivation } from '../definition/find-derivation';

/** Changes a derivation's visibility and owner. */
@Injectable()
export class ShareDerivation extends ObjectSharing {
  constructor(
    @Inject(DERIVATION_STORE) derivations: DerivationStore,
    private readonly facts: OwnFacts,
  ) {
    super('derivation', {
      find: (name, who) => findDerivation(derivations, name, who),
      share: (...change) => derivations.share(...change),
    });
  }

  override share(request: RequestOf<typeof shareDerivation>, context: CallContext): Promise<AccessState> {
    return this.facts.beforeRefusing([request.params.name], () => super.share(request, context));
  }
}
