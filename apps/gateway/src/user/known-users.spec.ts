import { HeldFacts } from '../../test/held-facts';
import { sampleUser } from '../../test/sample-user';
import { KnownUsers } from './known-users';
import type { UserStore } from './user.ports';

const ADA = sampleUser('ada', { name: 'Ada' });

function setUp() {
  let reads = 0;
  const nothing = (): never => {
    throw new Error('is not asked here');
  };
  const seen: [string, Date][] = [];
  const store: UserStore = {
    byLogin: (login) => {
      reads += 1;
      return Promise.resolve(login === 'ada' ? { ...ADA, name: `Ada as read ${reads}` } : null);
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
  const clock = { at: 0, now: () => new Date(clock.at) };
  const users = new KnownUsers(store, new HeldFacts(), clock);
  users.onModuleInit();
  return { users, clock, seen, reads: () => reads };
}

describe('a user that was looked up', () => {
  it('is known until they change', async () => {
    const { users, reads } = setUp();
    await users.find('ada');
    await users.changed('grace');
    expect((await users.find('ada'))?.name).toBe('Ada as read 1');
    await users.changed('ada');
    expect((await users.find('ada'))?.name).toBe('Ada as read 2');
    expect(reads()).toBe(2);
  });

  it('is read again once a change of them was refused: whoever made it before may have died before telling', async () => {
    const { users, reads } = setUp();
    await users.find('ada');
    const refused = Promise.reject(new Error('not as you read it'));
    await expect(users.beforeRefusing('ada', () => refused)).rejects.toThrow('not as you read it');
    await users.find('ada');
    expect(reads()).toBe(2);
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
