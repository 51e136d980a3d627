import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '@svc/platform';
import type { ChangeFeed } from '../directory/change-feed';
import { NotedTimes } from '../directory/noted-times';
import { TtlCache } from '../directory/ttl-cache';
import type { ApiToken } from './api-token';
import { hashTokenSecret, isTokenSecret } from './token-secret';
import { faultOf, type FoundToken } from './token-standing';
import { REVOCATION_FEED, TOKEN_STORE, type TokenStore } from './token.ports';

/**
 * Finds the token behind a secret. Working tokens are cached as {@link TtlCache} says, until their revocation or
 * rotation is announced. Times of last use are written periodically.
 */
@Injectable()
export class TokenDirectory implements OnModuleInit, BeforeApplicationShutdown {
  private readonly known: TtlCache<FoundToken>;
  private readonly uses: NotedTimes;

  constructor(
    @Inject(TOKEN_STORE) private readonly store: TokenStore,
    @Inject(REVOCATION_FEED) feed: ChangeFeed,
    @Inject(CLOCK) clock: Clock,
  ) {
    // Only working ones are cached: a guess always costs the same.
    this.known = new TtlCache(feed, clock, {
      idOf: ({ token }) => token.id,
      mayRemember: (found, now) => faultOf(found, now) === null,
    });
    this.uses = new NotedTimes(clock, (uses) => store.noteUse(uses));
  }

  onModuleInit(): void {
    this.known.listen();
    this.uses.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.uses.stop();
  }

  /** The token, usable or not; null for text that is no token of this service. */
  async find(secret: string): Promise<FoundToken | null> {
    // Check digits first: a mistyped token costs no query.
    if (!isTokenSecret(secret)) return null;
    const hash = hashTokenSecret(secret);
    // Looked up by hash, so that timing tells nothing about how much of a secret was right.
    return this.known.find(hash.toString('base64'), () => this.store.byHash(hash));
  }

  /** Call once a token is revoked or rotated in the store. Resolves when every connected replica has been told. */
  changed(id: string): Promise<void> {
    return this.known.changed(id);
  }

  noteUse(token: ApiToken): void {
    this.uses.note(token.id);
  }
}
