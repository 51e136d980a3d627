import { Injectable } from '@nestjs/common';
import { findAuthor, type Principal } from '@svc/contracts';
import { type CallOrigin, RpcClient, servicePrincipal } from '@svc/platform';
import type { Authors } from '../derivation.ports';

const SELF = servicePrincipal('cert');

/** People and tokens, as the gateway knows them. */
@Injectable()
export class GatewayAuthors implements Authors {
  constructor(private readonly rpc: RpcClient) {}

  find(id: string, context: CallOrigin): Promise<{ readonly principal: Principal | null; readonly why: string }> {
    return this.rpc.call(findAuthor, { id }, { ...context, principal: SELF }, { retry: true });
  }
}
