import { Inject, Injectable } from '@nestjs/common';
import { type Principal, ProblemError, type RequestOf, type setPassword } from '@svc/contracts';
import { KnownDevices } from '../attempt/known-devices';
import { SignInThrottle } from '../attempt/sign-in-throttle';
import { KnownUsers } from './known-users';
import { Passwords } from './passwords';
import { noSuchUser } from './read-users';
import { requireGrantable } from './require-grantable';
import { requireHardToGuess } from './require-hard-to-guess';
import { type StoredUser, USER_STORE, type UserStore } from './user.ports';

/** Attempts at the current password in a session, counted separately. */
const OWN = { session: 'own' } as const;

/** Sets a local user's password, ends their sessions and forgets their devices: one's own by naming the current one, others' by `user:manage`. */
@Injectable()
export class SetPassword {
  constructor(
    @Inject(USER_STORE) private readonly store: UserStore,
    @Inject(Passwords) private readonly passwords: Passwords,
    @Inject(SignInThrottle) private readonly throttle: SignInThrottle,
    @Inject(KnownDevices) private readonly devices: KnownDevices,
    @Inject(KnownUsers) private readonly users: KnownUsers,
  ) {}

  async set({ params: { login }, body }: RequestOf<typeof setPassword>, by: Principal): Promise<void> {
    const own = by.id === `user:${login}`;
    // Before any lookup: callers who may not manage users must not learn which users exist.
    if (!own && !by.scopes.includes('user:manage'))
      throw new ProblemError('forbidden', 'You may change your own password only. This needs the scope "user:manage".');
    const user = await this.store.byLogin(login);
    if (user === null) throw noSuchUser(login);
    if (user.subject !== null)
      throw new ProblemError('conflict', `"${login}" signs in by an identity provider and has no password here.`, {
        data: { issuer: user.subject.issuer },
      });
    // "Not your current password" may say that a first attempt changed it.
    if (own) await this.users.beforeRefusing(login, () => this.requireCurrent(user, body.current, by));
    else requireGrantable(user.role, by);
    requireHardToGuess(body.password, [login, user.name]);
    await this.store.setPasswordHash(login, await this.passwords.hash(body.password));
    // It ended their sessions.
    await this.users.changed(login);
    await this.devices.forgetAll(login);
  }

  /** An abandoned session or a leaked token must not be enough to take over the account. */
  private async requireCurrent({ login }: StoredUser, current: string | undefined, by: Principal): Promise<void> {
    if (by.via?.startsWith('session:') !== true)
      throw new ProblemError('forbidden', 'You change your own password in a session. Sign in first.');
    if (current === undefined) throw new ProblemError('forbidden', 'Name your current password as "current".');
    await this.throttle.spend(login, OWN);
    if (!(await this.passwords.matches(await this.store.passwordHash(login), current)))
      throw new ProblemError('forbidden', 'This is not your current password.');
    await this.throttle.forgive(login, OWN);
  }
}
