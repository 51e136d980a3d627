import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  type createToken,
  type Principal,
  ProblemError,
  type RequestOf,
  type ResponseOf,
  type Token,
} from '@svc/contracts';
import { CLOCK, type Clock } from '@svc/platform';
import {
  type ApiToken,
  belongsTo,
  expiryOf,
  grantedScopes,
  isLive,
  personOf,
  requireNoGrowth,
  toToken,
} from './api-token';
import { TokenDirectory } from './token-directory';
import { hashTokenSecret, newTokenSecret } from './token-secret';
import { TOKEN_STORE, type TokenStore } from './token.ports';

const MINUTE_MS = 60_000;
const MANAGE = 'token:manage';

/** A token with its secret, shown this once. */
type WithSecret = ResponseOf<typeof createToken>;

/** Creates, lists, rotates and revokes tokens: one's own, and with `token:manage` everybody's. */
@Injectable()
export class ManageTokens {
  constructor(
    @Inject(TOKEN_STORE) private readonly store: TokenStore,
    @Inject(TokenDirectory) private readonly directory: TokenDirectory,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Tokens that a person creates are theirs, even through one of their tokens; a machine's have no owner. */
  async create(
    { name, role, scopes, expires_in_days }: RequestOf<typeof createToken>['body'],
    maker: Principal,
  ): Promise<WithSecret> {
    const granted = grantedScopes(scopes, role, maker);
    const now = this.clock.now();
    const secret = newTokenSecret();
    const token: ApiToken = {
      id: randomUUID(),
      name,
      owner: personOf(maker),
      role,
      scopes: granted,
      createdAt: now,
      createdBy: maker.id,
      expiresAt: expiryOf(expires_in_days, now, await this.bearing(maker)),
      lastUsedAt: null,
      revokedAt: null,
    };
    await this.store.add(token, hashTokenSecret(secret));
    return { ...toToken(token), secret };
  }

  async list(who: Principal): Promise<Token[]> {
    const all = await this.store.list();
    return (who.scopes.includes(MANAGE) ? all : all.filter((it) => belongsTo(it, who))).map(toToken);
  }

  /** Takes effect at once in every replica connected to NATS; in others at the next lookup. */
  async revoke(id: string, who: Principal): Promise<Token> {
    await this.find(id, who);
    const token = (await this.store.revoke(id, this.clock.now())) ?? nowhere();
    await this.directory.changed(id);
    return toToken(token);
  }

  /**
   * Gives the token a new secret; the current one stays valid for `overlapMinutes`, older ones end. Refuses a
   * token that is no longer usable, one that may do more than `who`, and anybody else's: with its
   * new secret one acts as that person.
   */
  async rotate(id: string, overlapMinutes: number, who: Principal): Promise<WithSecret> {
    const before = await this.find(id, who);
    const now = this.clock.now();
    if (!isLive(before, now)) throw dead(before);
    if (before.owner !== null && before.owner !== personOf(who))
      throw new ProblemError(
        'forbidden',
        'This token acts for its owner, so only they can give it a new secret. You can revoke it.',
      );
    requireNoGrowth(before, who);
    const secret = newTokenSecret();
    const token = await this.store.rotate(
      id,
      hashTokenSecret(secret),
      new Date(now.getTime() + overlapMinutes * MINUTE_MS),
    );
    // Revoked since it was looked up.
    if (token === null) throw dead({ ...before, revokedAt: now });
    await this.directory.changed(id);
    return { ...toToken(token), secret };
  }

  /** Somebody else's token is reported as missing, with the same text and the same work as an unknown id. */
  private async find(id: string, who: Principal): Promise<ApiToken> {
    const token = await this.store.byId(id);
    return token !== null && (who.scopes.includes(MANAGE) || belongsTo(token, who)) ? token : nowhere();
  }

  /** The token that makes the call, if one does. */
  private async bearing(who: Principal): Promise<ApiToken | null> {
    const [, id] = /^token:(.+)$/.exec(who.via ?? who.id) ?? [];
    return id === undefined ? null : this.store.byId(id);
  }
}

function nowhere(): never {
  throw new ProblemError('not-found', 'There is no token with this id.');
}

function dead({ revokedAt }: ApiToken): ProblemError {
  return new ProblemError(
    'conflict',
    `The token ${revokedAt === null ? 'has expired' : 'is revoked'}, so it cannot get a new secret. Create a new token.`,
  );
}
