import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../clock';
import { type StoredUser, USER_FEED, USER_STORE, type UserDirectory, type UserFeed, type UserStore } from './user.ports';

const CACHE_MS = 5_000;
const CACHE_LIMIT = 10_000;
const NOTE_SEEN_MS = 30_000;

interface Known {
  readonly user: StoredUser;
  readonly until: number;
}

/**
 * Users as requests need them: remembered for five seconds, forgotten at once when they change; while a change could not be
 * heard (NATS is away) every lookup goes to Postgres. When somebody was last seen is written down now and then.
 */
@Injectable()
export class KnownUsers implements UserDirectory, OnModuleInit, BeforeApplicationShutdown {
  private readonly known = new Map<string, Known>();
  /** Counts changes heard, so that what was read before one is not remembered after it. */
  private changes = 0;
  private seen = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(USER_STORE) private readonly store: UserStore,
    @Inject(USER_FEED) private readonly feed: UserFeed,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.feed.listen((login) => this.forget(login));
    this.timer = setInterval(() => void this.writeSeen(), NOTE_SEEN_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.writeSeen();
  }

  async find(login: string): Promise<StoredUser | null> {
    const now = this.clock.now().getTime();
    const known = this.known.get(login);
    if (known !== undefined && known.until > now && this.feed.live) return known.user;
    const before = this.changes;
    const user = await this.store.byLogin(login);
    this.known.delete(login);
    if (user !== null && before === this.changes) this.remember(login, { user, until: now + CACHE_MS });
    return user;
  }

  /** To be called once a change is in the store. Resolves when every replica that hears NATS was told. */
  async changed(login: string): Promise<void> {
    this.forget(login);
    await this.feed.announce(login);
  }

  noteSeen(login: string): void {
    this.seen.set(login, this.clock.now());
  }

  private forget(login: string): void {
    this.changes += 1;
    this.known.delete(login);
  }

  private remember(login: string, entry: Known): void {
    if (this.known.size >= CACHE_LIMIT) this.known.clear();
    this.known.set(login, entry);
  }

  /** When it fails, what was seen is kept for the next time; newer sights win. */
  private async writeSeen(): Promise<void> {
    if (this.seen.size === 0) return;
    const seen = this.seen;
    this.seen = new Map();
    await this.store.noteSeen(seen).catch(() => {
      this.seen = new Map([...seen, ...this.seen]);
    });
  }
}
