import { Controller } from '@nestjs/common';
import {
  getDerivationAccess,
  type RequestOf,
  type ResponseOf,
  shareDerivation,
  takeOverDerivation,
} from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { TakeOverDerivation } from '../take-over-derivation';
import { ShareDerivation } from './share-derivation';

@Controller()
export class DerivationAccessController {
  constructor(
    private readonly sharing: ShareDerivation,
    private readonly taking: TakeOverDerivation,
  ) {}

  @Handles(getDerivationAccess)
  get(
    request: RequestOf<typeof getDerivationAccess>,
    context: CallContext,
  ): Promise<ResponseOf<typeof getDerivationAccess>> {
    return this.sharing.get(request, context);
  }

  @Handles(shareDerivation)
  share(request: RequestOf<typeof shareDerivation>, context: CallContext): Promise<ResponseOf<typeof shareDerivation>> {
    return this.sharing.share(request, context);
  }

  @Handles(takeOverDerivation)
  takeOver(
    { params, if_match: ifMatch }: RequestOf<typeof takeOverDerivation>,
    context: CallContext,
  ): Promise<ResponseOf<typeof takeOverDerivation>> {
    return this.taking.run(params.name, ifMatch, context);
  }
}
