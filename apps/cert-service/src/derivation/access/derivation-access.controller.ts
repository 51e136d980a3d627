import { Controller } from '@nestjs/common';
import { getDerivationAccess, type RequestOf, type ResponseOf, shareDerivation } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ShareDerivation } from './share-derivation';

@Controller()
export class DerivationAccessController {
  constructor(private readonly sharing: ShareDerivation) {}

  @Handles(getDerivationAccess)
  get({ params }: RequestOf<typeof getDerivationAccess>, { principal }: CallContext): Promise<ResponseOf<typeof getDerivationAccess>> {
    return this.sharing.get(params.name, principal);
  }

  @Handles(shareDerivation)
  share({ params, body, if_match }: RequestOf<typeof shareDerivation>, { principal }: CallContext): Promise<ResponseOf<typeof shareDerivation>> {
    return this.sharing.share(params.name, body, if_match, principal);
  }
}
