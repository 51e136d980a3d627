import { Inject, Injectable } from '@nestjs/common';
import {
  mayShare,
  ownedNounOf,
  ProblemError,
  type RequestOf,
  type ResponseOf,
  type reviewAccess,
} from '@svc/contracts';
import { type CallContext, type Clock, CLOCK, RpcClient } from '@svc/platform';
import { isLive } from '../token/api-token';
import { TOKEN_STORE, type TokenStore } from '../token/token.ports';
import { everyUser } from '../user-export/every-user';
import { USER_STORE, type UserStore } from '../user/user.ports';
import { listViewers } from './list-viewers';

/** Lists who can see an object, and why, for callers who may change its access. */
@Injectable()
export class ReviewAccess {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(USER_STORE) private readonly users: UserStore,
    @Inject(TOKEN_STORE) private readonly tokens: TokenStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Asks the owning service in the caller's name: an object that the caller cannot see is that service's 404. */
  async review(
    { kind, name }: RequestOf<typeof reviewAccess>['params'],
    context: CallContext,
  ): Promise<ResponseOf<typeof reviewAccess>> {
    const { read } = ownedNounOf(kind).owned;
    const object = await this.rpc.call(read, { params: { name }, query: {} }, context, { retry: true });
    if (!mayShare(object, context.principal))
      throw new ProblemError('forbidden', `Only the owner of this ${kind} and admins may list who can see it.`);
    const { owner, visibility, groups } = object;
    return {
      kind,
      name,
      owner,
      visibility,
      groups,
      seen_by: listViewers(kind, object, await this.people(), await this.machines()),
    };
  }

  private async people() {
    const all = await everyUser(this.users);
    return all.filter((it) => !it.disabled);
  }

  private async machines() {
    const now = this.clock.now();
    return (await this.tokens.list()).filter((it) => it.owner === null && isLive(it, now));
  }
}
