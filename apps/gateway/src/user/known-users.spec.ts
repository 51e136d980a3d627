import type { ChangeFeed } from '../directory/change-feed';
import { KnownUsers } from './known-users';
import type { StoredUser, UserStore } from './user.ports';

const ADA: StoredUser = {
  login: 'ada',
  name: 'Ada',
  email: null,
  subject: null,
  role: 'viewer',
  groups: [],
  disabled: false,
  createdAt: new Date(0),
  lastSeenAt: null,
};

class FakeFeed implements ChangeFeed {
  live = true;
  readonly announced: string[] = [];
  private heard: (login: string) => void = () => undefined;

  announce(login: string): Promise<void> {
    this.announced.push(login);
    return Promise.resolve();
  }

  listen(onChanged: (login: string) => void): void {
    this.heard = onChanged;
  }

  hear(login: string): void {
    this.heard(login);
  }
}

function setUp() {
  let reads = 0;
  let hold: Promise<unknown> = Promise.resolve();
  const nothing = (): never => {
    throw new Error('is not asked here');
  };
  const seen: [string, Date][] = [];
  const store: UserStore = {
    byLogin: async (login) => {
      reads += 1;
      const found = login === 'ada' ? { ...ADA, name: `Ada as read ${reads}` } : null;
      await hold;
      return found;
    },
    bySubject: nothing,
    page: nothing,
    add: nothing,
    change: nothing,
    passwordHash: nothing,
    setPasswordHash: nothing,
    noteSeen: (sights) => {
      seen.push(...sights);
      return Promise.resolve();
    },
  };
  const feed = new FakeFeed();
  const clock = { at: 0, now: () => new Date(clock.at) };
  const users = new KnownUsers(store, feed, clock);
  users.onModuleInit();
  return { users, feed, clock, seen, reads: () => reads, holdUntil: (until: Promise<unknown>) => (hold = until) };
}

describe('a user that was looked up', () => {
  it('is remembered for five seconds', async () => {
    const { users, clock, reads } = setUp();
    await users.find('ada');
    clock.at = 4_999;
    expect((await users.find('ada'))?.name).toBe('Ada as read 1');
    clock.at = 5_000;
    expect((await users.find('ada'))?.name).toBe('Ada as read 2');
    expect(reads()).toBe(2);
  });

  it('is forgotten as soon as a change is heard, and when this replica makes one, which every other is told', async () => {
    const { users, feed, reads } = setUp();
    await users.find('ada');
    feed.hear('ada');
    await users.find('ada');
    await users.changed('ada');
    await users.find('ada');
    expect(reads()).toBe(3);
    expect(feed.announced).toEqual(['ada']);
  });

  it('is not remembered when a change was heard while it was read', async () => {
    const { users, feed, holdUntil, reads } = setUp();
    let go: () => void = () => undefined;
    void holdUntil(new Promise<void>((resolve) => (go = resolve)));
    const old = users.find('ada');
    feed.hear('ada');
    go();
    await old;
    await users.find('ada');
    expect(reads()).toBe(2);
  });

  it('is read each time while no change could be heard', async () => {
    const { users, feed, reads } = setUp();
    await users.find('ada');
    feed.live = false;
    await users.find('ada');
    await users.find('ada');
    expect(reads()).toBe(3);
  });

  it('is looked for again when there was none', async () => {
    const { users, reads } = setUp();
    expect([await users.find('nobody'), await users.find('nobody')]).toEqual([null, null]);
    expect(reads()).toBe(2);
  });

  it('has been seen: that is written down at the end at the latest', async () => {
    const { users, clock, seen } = setUp();
    clock.at = 7;
    users.noteSeen('ada');
    expect(seen).toEqual([]);
    await users.beforeApplicationShutdown();
    expect(seen).toEqual([['ada', new Date(7)]]);
  });
});
