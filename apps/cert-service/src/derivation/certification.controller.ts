import { Controller } from '@nestjs/common';
import { type RequestOf, resolveDerivations, type ResponseOf, revokeDerivation } from '@svc/contracts';
import { type CallContext, FactOwner, Handles } from '@svc/platform';
import { ResolveDerivations } from '../run/input/resolve-derivations';
import { RevokeDerivation } from './revoke-derivation';

/** Current certification, and revoking it. */
@Controller()
export class CertificationController {
  constructor(
    private readonly resolving: ResolveDerivations,
    private readonly facts: FactOwner,
    private readonly revoking: RevokeDerivation,
  ) {}

  @Handles(resolveDerivations)
  async resolve(
    { names, holder }: RequestOf<typeof resolveDerivations>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof resolveDerivations>> {
    const { value, topics } = await this.facts.grant(holder ?? null, () => this.resolving.leasable(names, principal));
    return { ...value, topics: topics === null ? null : [...topics] };
  }

  @Handles(revokeDerivation)
  revoke(
    { params, body }: RequestOf<typeof revokeDerivation>,
    context: CallContext,
  ): Promise<ResponseOf<typeof revokeDerivation>> {
    return this.revoking.revoke({ derivation: params.name, set: body.set }, body.reason, context);
  }
}
