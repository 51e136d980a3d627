import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type createToken, type Principal, ProblemError, type RequestOf, type ResponseOf, type Token } from '@svc/contracts';
import { CLOCK, type Clock } from '../clock';
import { type ApiToken, grantedScopes, toToken } from './api-token';
import { TokenDirectory } from './token-directory';
import { hashTokenSecret, newTokenSecret } from './token-secret';
import { REVOCATION_FEED, type RevocationFeed, TOKEN_STORE, type TokenStore } from './token.ports';

const DAY_MS = 24 * 3_600_000;

/** Makes, lists and revokes tokens. */
@Injectable()
export class ManageTokens {
  constructor(
    @Inject(TOKEN_STORE) private readonly store: TokenStore,
    @Inject(TokenDirectory) private readonly directory: TokenDirectory,
    @Inject(REVOCATION_FEED) private readonly feed: RevocationFeed,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The only time that the secret is told. */
  async create({ name, role, scopes, expires_in_days }: RequestOf<typeof createToken>['body'], maker: Principal): Promise<ResponseOf<typeof createToken>> {
    const now = this.clock.now();
    const secret = newTokenSecret();
    const token: ApiToken = {
      id: randomUUID(), name, role, scopes: grantedScopes(scopes, role, maker),
      createdAt: now, createdBy: maker.id, expiresAt: new Date(now.getTime() + expires_in_days * DAY_MS), lastUsedAt: null, revokedAt: null,
    };
    await this.store.add(token, hashTokenSecret(secret));
    return { ...toToken(token), secret };
  }

  async list(): Promise<Token[]> {
    return (await this.store.list()).map(toToken);
  }

  /** Takes effect at once, in every replica that hears NATS; elsewhere at the next lookup. */
  async revoke(id: string): Promise<Token> {
    const token = await this.store.revoke(id, this.clock.now());
    if (token === null) throw new ProblemError('not-found', 'There is no token with this id.');
    this.directory.forget(id);
    await this.feed.announce(id);
    return toToken(token);
  }
}
