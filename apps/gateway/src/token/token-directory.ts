import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../clock';
import type { ApiToken } from './api-token';
import { hashTokenSecret, isTokenSecret } from './token-secret';
import { faultOf, type FoundToken } from './token-standing';
import { REVOCATION_FEED, type RevocationFeed, TOKEN_STORE, type TokenStore } from './token.ports';

const CACHE_MS = 5_000;
const CACHE_LIMIT = 10_000;
const NOTE_USE_MS = 30_000;

interface Cached {
  readonly found: FoundToken;
  readonly until: number;
}

/**
 * Finds the token behind a secret. Tokens that work are remembered for five seconds; a revocation or a new secret is heard at
 * once, and while it could not be heard (NATS is away) every lookup goes to Postgres. When tokens were used is written down now and then.
 */
@Injectable()
export class TokenDirectory implements OnModuleInit, BeforeApplicationShutdown {
  private readonly cache = new Map<string, Cached>();
  private changes = 0;
  private uses = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(TOKEN_STORE) private readonly store: TokenStore,
    @Inject(REVOCATION_FEED) private readonly feed: RevocationFeed,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.feed.listen((id) => this.forget(id));
    this.timer = setInterval(() => void this.writeUses(), NOTE_USE_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.writeUses();
  }

  /** The token, whatever it is worth now; null for text that is none of ours. Only what works is remembered: a guess always costs the same. */
  async find(secret: string): Promise<FoundToken | null> {
    // Check digits first: a mistyped token costs no query.
    if (!isTokenSecret(secret)) return null;
    const hash = hashTokenSecret(secret);
    // Looked up by hash, so that timing tells nothing about how much of a secret was right.
    const key = hash.toString('base64');
    const now = this.clock.now();
    const cached = this.cache.get(key);
    if (cached !== undefined && cached.until > now.getTime() && this.feed.live) return cached.found;
    const asked = this.changes;
    const found = await this.store.byHash(hash);
    this.cache.delete(key);
    // What was read before a change was heard may be what was before the change.
    if (found !== null && asked === this.changes && faultOf(found, now) === null) this.remember(key, { found, until: now.getTime() + CACHE_MS });
    return found;
  }

  noteUse(token: ApiToken): void {
    this.uses.set(token.id, this.clock.now());
  }

  forget(id: string): void {
    this.changes += 1;
    for (const [key, { found }] of this.cache) if (found.token.id === id) this.cache.delete(key);
  }

  private remember(key: string, entry: Cached): void {
    if (this.cache.size >= CACHE_LIMIT) this.cache.clear();
    this.cache.set(key, entry);
  }

  /** When it fails, the uses are kept for the next time; newer ones win. */
  private async writeUses(): Promise<void> {
    if (this.uses.size === 0) return;
    const uses = this.uses;
    this.uses = new Map();
    await this.store.noteUse(uses).catch(() => {
      this.uses = new Map([...uses, ...this.uses]);
    });
  }
}
