import type { StoredUser, UserStore } from '../user/user.ports';

const PAGE = 500;

/** All users, ordered by login. */
export async function everyUser(store: Pick<UserStore, 'page'>): Promise<StoredUser[]> {
  const users: StoredUser[] = [];
  for (;;) {
    const page = await store.page(users.at(-1)?.login ?? null, PAGE);
    users.push(...page);
    if (page.length < PAGE) return users;
  }
}
