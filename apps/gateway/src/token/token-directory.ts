import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock, OwnFacts, type OwnFactsOfKind } from '@svc/platform';
import { NotedTimes } from '../directory/noted-times';
import type { ApiToken } from './api-token';
import { hashTokenSecret, isTokenSecret } from './token-secret';
import { faultOf, type FoundToken } from './token-standing';
import { TOKEN_STORE, type TokenStore } from './token.ports';

const topicOf = (id: string): string => `token ${id}`;

/**
 * Finds the token behind a secret. Tokens that work are leased, so that one that was revoked, or has a new secret, is refused
 * everywhere once that is acknowledged. When tokens were used is written down now and then.
 */
@Injectable()
export class TokenDirectory implements OnModuleInit, BeforeApplicationShutdown {
  private readonly known: OwnFactsOfKind<FoundToken | null>;
  private readonly uses: NotedTimes;

  constructor(
    @Inject(TOKEN_STORE) private readonly store: TokenStore,
    @Inject(OwnFacts) private readonly facts: Pick<OwnFacts, 'kind' | 'changed'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.known = facts.kind();
    this.uses = new NotedTimes(clock, (uses) => store.noteUse(uses));
  }

  onModuleInit(): void {
    this.uses.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.uses.stop();
  }

  /** The token, whatever it is worth now; null for text that is none of ours. */
  async find(secret: string): Promise<FoundToken | null> {
    // Check digits first: a mistyped token costs no query.
    if (!isTokenSecret(secret)) return null;
    const hash = hashTokenSecret(secret);
    // Looked up by hash, so that timing tells nothing about how much of a secret was right.
    return this.known.find(hash.toString('base64'), async () => {
      const value = await this.store.byHash(hash);
      // Only what works is leased: a guess always costs the same.
      const works = value !== null && faultOf(value, this.clock.now()) === null;
      return { value, topics: works ? [topicOf(value.token.id)] : null };
    });
  }

  /** To be called once a token is revoked, or has a new secret, in the store. Resolves when every replica goes by it. */
  changed(id: string): Promise<void> {
    return this.facts.changed(topicOf(id));
  }

  noteUse(token: ApiToken): void {
    this.uses.note(token.id);
  }
}
