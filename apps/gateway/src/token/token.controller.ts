import { Controller, Inject } from '@nestjs/common';
import { createToken, listTokens, type Principal, type RequestOf, type ResponseOf, revokeToken, type Token, whoAmI } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ManageTokens } from './manage-tokens';

/** The gateway's own calls: like every service it answers them over NATS. */
@Controller()
export class TokenController {
  constructor(@Inject(ManageTokens) private readonly tokens: ManageTokens) {}

  @Handles(createToken)
  create({ body }: RequestOf<typeof createToken>, { principal }: CallContext): Promise<ResponseOf<typeof createToken>> {
    return this.tokens.create(body, principal);
  }

  @Handles(listTokens)
  async list(): Promise<ResponseOf<typeof listTokens>> {
    return { items: await this.tokens.list() };
  }

  @Handles(revokeToken)
  revoke({ params }: RequestOf<typeof revokeToken>): Promise<Token> {
    return this.tokens.revoke(params.id);
  }

  @Handles(whoAmI)
  me(_request: RequestOf<typeof whoAmI>, { principal }: CallContext): Principal {
    return principal;
  }
}
