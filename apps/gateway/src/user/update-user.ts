import { Inject, Injectable } from '@nestjs/common';
import { type Principal, ProblemError, type RequestOf, type updateUser, type User } from '@svc/contracts';
import { requireMatch } from '@svc/platform';
import { KnownUsers } from './known-users';
import { noSuchUser } from './read-users';
import { requireGrantable } from './require-grantable';
import { toUser } from './user-view';
import { type StoredUser, USER_STORE, type UserStore } from './user.ports';

type Wanted = RequestOf<typeof updateUser>['body'];

/** Changes a user's name, role, groups or state. Takes effect at once, everywhere. */
@Injectable()
export class UpdateUser {
  constructor(
    @Inject(USER_STORE) private readonly store: UserStore,
    @Inject(KnownUsers) private readonly users: KnownUsers,
  ) {}

  async update({ params, body, if_match: ifMatch }: RequestOf<typeof updateUser>, by: Principal): Promise<User> {
    const wanted = { ...body, groups: [...new Set(body.groups)] };
    const after = await this.users.beforeRefusing(params.login, () =>
      this.store.change(params.login, (before) => {
        requireMatch(`User "${before.login}"`, toUser(before).etag, ifMatch);
        requireAllowed(before, wanted, by);
        return { ...before, ...wanted };
      }),
    );
    if (after === null) throw noSuchUser(params.login);
    await this.users.changed(after.login);
    return toUser(after);
  }
}

function requireAllowed(before: StoredUser, wanted: Wanted, by: Principal): void {
  const { login, subject } = before;
  const roleChanges = wanted.role !== before.role;
  const granted = roleChanges || !sameGroups(wanted.groups, before.groups);
  if (subject !== null && granted)
    throw new ProblemError(
      'conflict',
      `Role and groups of "${login}" come from the identity provider at every sign-in. Change them there.`,
      { data: { issuer: subject.issuer } },
    );
  if (by.id === `user:${login}` && (wanted.disabled || roleChanges))
    throw new ProblemError('conflict', 'You cannot disable yourself or change your own role. Ask another admin.');
  if (granted || wanted.disabled !== before.disabled) {
    requireGrantable(before.role, by);
    requireGrantable(wanted.role, by);
  }
}

function sameGroups(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((it) => other.includes(it));
}
