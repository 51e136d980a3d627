import { Controller } from '@nestjs/common';
import { type RequestOf, resolveDerivations, type ResponseOf, revokeDerivation } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ResolveDerivations } from '../run/input/resolve-derivations';
import { RevokeDerivation } from './revoke-derivation';

/** Current certification, and revoking it. */
@Controller()
export class CertificationController {
  constructor(
    private readonly resolving: ResolveDerivations,
    private readonly revoking: RevokeDerivation,
  ) {}

  @Handles(resolveDerivations)
  resolve(
    { names }: RequestOf<typeof resolveDerivations>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof resolveDerivations>> {
    return this.resolving.resolve(names, principal);
  }

  @Handles(revokeDerivation)
  revoke(
    { params, body }: RequestOf<typeof revokeDerivation>,
    context: CallContext,
  ): Promise<ResponseOf<typeof revokeDerivation>> {
    return this.revoking.revoke({ derivation: params.name, set: body.set }, body.reason, context);
  }
}
