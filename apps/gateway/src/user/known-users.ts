import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '@svc/platform';
import type { ChangeFeed } from '../directory/change-feed';
import { NotedTimes } from '../directory/noted-times';
import { TtlCache } from '../directory/ttl-cache';
import { type StoredUser, USER_FEED, USER_STORE, type UserDirectory, type UserStore } from './user.ports';

/** Users as requests need them, cached as {@link TtlCache} says. Times of last use are written periodically. */
@Injectable()
export class KnownUsers implements UserDirectory, OnModuleInit, BeforeApplicationShutdown {
  private readonly known: TtlCache<StoredUser>;
  private readonly seen: NotedTimes;

  constructor(
    @Inject(USER_STORE) private readonly store: UserStore,
    @Inject(USER_FEED) feed: ChangeFeed,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.known = new TtlCache(feed, clock, { idOf: (user) => user.login, mayRemember: () => true });
    this.seen = new NotedTimes(clock, (seen) => store.noteSeen(seen));
  }

  onModuleInit(): void {
    this.known.listen();
    this.seen.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.seen.stop();
  }

  find(login: string): Promise<StoredUser | null> {
    return this.known.find(login, () => this.store.byLogin(login));
  }

  /** Call once a change is in the store. Resolves when every connected replica has been told. */
  changed(login: string): Promise<void> {
    return this.known.changed(login);
  }

  noteSeen(login: string): void {
    this.seen.note(login);
  }
}
