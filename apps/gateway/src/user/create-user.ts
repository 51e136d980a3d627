import { Inject, Injectable } from '@nestjs/common';
import { type createUser, type Principal, ProblemError, type RequestOf, type User } from '@svc/contracts';
import { CLOCK, type Clock } from '@svc/platform';
import { Passwords } from './passwords';
import { requireGrantable } from './require-grantable';
import { requireHardToGuess } from './require-hard-to-guess';
import { toUser } from './user-view';
import { type StoredUser, USER_STORE, type UserStore } from './user.ports';

/** Creates a local user. */
@Injectable()
export class CreateUser {
  constructor(
    @Inject(USER_STORE) private readonly store: UserStore,
    @Inject(Passwords) private readonly passwords: Passwords,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async create({ body }: RequestOf<typeof createUser>, by: Principal): Promise<User> {
    const { login, name, email, role, password } = body;
    requireGrantable(role, by);
    requireHardToGuess(password, [login, name]);
    const taken = new ProblemError(
      'conflict',
      `The login "${login}" is taken. Logins are never reused, not even those of disabled users.`,
    );
    if ((await this.store.byLogin(login)) !== null) throw taken;
    const user: StoredUser = {
      login,
      name,
      email,
      role,
      groups: [...new Set(body.groups)],
      subject: null,
      disabled: false,
      createdAt: this.clock.now(),
      lastSeenAt: null,
    };
    if (!(await this.store.add(user, await this.passwords.hash(password)))) throw taken;
    return toUser(user);
  }
}
