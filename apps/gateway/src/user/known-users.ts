import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock, OwnFacts, type OwnFactsOfKind } from '@svc/platform';
import { NotedTimes } from '../directory/noted-times';
import { type StoredUser, USER_STORE, type UserDirectory, type UserStore } from './user.ports';

/** What leases on a user, and on their sessions, depend on. */
export const userTopic = (login: string): string => `user ${login}`;

/** Users as requests need them: leased, so that who was disabled is refused everywhere once that is acknowledged. When somebody was last seen is written down now and then. */
@Injectable()
export class KnownUsers implements UserDirectory, OnModuleInit, BeforeApplicationShutdown {
  private readonly known: OwnFactsOfKind<StoredUser | null>;
  private readonly seen: NotedTimes;

  constructor(
    @Inject(USER_STORE) private readonly store: UserStore,
    @Inject(OwnFacts) private readonly facts: Pick<OwnFacts, 'kind' | 'changed' | 'beforeRefusing'>,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.known = facts.kind();
    this.seen = new NotedTimes(clock, (seen) => store.noteSeen(seen));
  }

  onModuleInit(): void {
    this.seen.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.seen.stop();
  }

  /** Who is not there is looked for again every time. */
  find(login: string): Promise<StoredUser | null> {
    return this.known.find(login, async () => {
      const value = await this.store.byLogin(login);
      return { value, topics: value === null ? null : [userTopic(login)] };
    });
  }

  /** To be called once a change is in the store. Resolves when every replica goes by it. */
  changed(login: string): Promise<void> {
    return this.facts.changed(userTopic(login));
  }

  /** Does `work`, which changes this user; its refusal also says what is in the store, and waits until every replica goes by it. */
  beforeRefusing<T>(login: string, work: () => Promise<T>): Promise<T> {
    return this.facts.beforeRefusing([userTopic(login)], work);
  }

  noteSeen(login: string): void {
    this.seen.note(login);
  }
}
