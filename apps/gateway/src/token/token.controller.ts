import { Controller, Inject } from '@nestjs/common';
import {
  createToken,
  listTokens,
  type Principal,
  type RequestOf,
  type ResponseOf,
  revokeToken,
  rotateToken,
  type Token,
  whoAmI,
} from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ManageTokens } from './manage-tokens';

/** The gateway's own operations: like every service it answers them over NATS. */
@Controller()
export class TokenController {
  constructor(@Inject(ManageTokens) private readonly tokens: ManageTokens) {}

  @Handles(createToken)
  create({ body }: RequestOf<typeof createToken>, { principal }: CallContext): Promise<ResponseOf<typeof createToken>> {
    return this.tokens.create(body, principal);
  }

  @Handles(listTokens)
  async list(
    _request: RequestOf<typeof listTokens>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof listTokens>> {
    return { items: await this.tokens.list(principal) };
  }

  @Handles(revokeToken)
  revoke({ params }: RequestOf<typeof revokeToken>, { principal }: CallContext): Promise<Token> {
    return this.tokens.revoke(params.id, principal);
  }

  @Handles(rotateToken)
  rotate(
    { params, body }: RequestOf<typeof rotateToken>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof rotateToken>> {
    return this.tokens.rotate(params.id, body.overlap_minutes, principal);
  }

  @Handles(whoAmI)
  me(_request: RequestOf<typeof whoAmI>, { principal }: CallContext): Principal {
    return principal;
  }
}
