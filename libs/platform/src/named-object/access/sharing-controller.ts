import { Controller, Inject, type InjectionToken, type Type } from '@nestjs/common';
import { type AccessState, type OwnedKind, ownedNounOf, type OwnedKindParts, type RequestOf } from '@svc/contracts';
import type { CallContext } from '../../rpc/call-context';
import { Handles } from '../../rpc/handles';
import type { ObjectSharing } from './object-sharing';

/** The controller that answers how objects of a kind are shared, by the `ObjectSharing` that is injected as `token`. */
export function sharingController(kind: OwnedKind, token: InjectionToken): Type {
  const { read, share } = ownedNounOf(kind).owned;

  @Controller()
  class SharingController {
    constructor(@Inject(token) private readonly sharing: ObjectSharing) {}

    @Handles(read)
    get(request: RequestOf<OwnedKindParts['read']>, context: CallContext): Promise<AccessState> {
      return this.sharing.get(request, context);
    }

    @Handles(share)
    share(request: RequestOf<OwnedKindParts['share']>, context: CallContext): Promise<AccessState> {
      return this.sharing.share(request, context);
    }
  }
  return SharingController;
}
