import { Inject, Injectable } from '@nestjs/common';
import { ProblemError, type RequestOf, type ResponseOf, type signIn } from '@svc/contracts';
import { CONFIG } from '@svc/platform';
import type { Config } from '../config';
import { Passwords } from '../user/passwords';
import { USER_STORE, type UserStore } from '../user/user.ports';
import type { Browser } from '../session/browser';
import { KnownDevices } from '../attempt/known-devices';
import { endOf, principalOf } from '../session/session';
import { Sessions } from '../session/sessions';
import { SignInThrottle } from '../attempt/sign-in-throttle';

/** Signs a local user in. */
@Injectable()
export class SignInByPassword {
  constructor(
    @Inject(USER_STORE) private readonly users: UserStore,
    @Inject(Passwords) private readonly passwords: Passwords,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(SignInThrottle) private readonly throttle: SignInThrottle,
    @Inject(KnownDevices) private readonly devices: KnownDevices,
    @Inject(CONFIG) private readonly config: Pick<Config, 'SVC_SIGN_IN_PASSWORD'>,
  ) {}

  /** Nobody learns whether a login exists: every refusal has the same text and takes the same work. */
  async signIn({ body }: RequestOf<typeof signIn>, browser: Browser): Promise<ResponseOf<typeof signIn>> {
    if (!this.config.SVC_SIGN_IN_PASSWORD)
      throw new ProblemError(
        'unauthenticated',
        'Sign-in by password is disabled. GET /api/session/ways lists the ways to sign in.',
      );
    // Logins are lower-case; phone keyboards capitalise the first letter.
    const login = body.login.trim().toLowerCase();
    const device = await this.devices.find(browser.device, login);
    const from = device === null ? { address: browser.address } : { device };
    await this.throttle.spend(login, from);
    const [user, hash] = await Promise.all([this.users.byLogin(login), this.users.passwordHash(login)]);
    if (user !== null) browser.concerns(login);
    const right = await this.passwords.matches(hash, body.password);
    const begun = right && user?.disabled === false ? await this.sessions.begin(login, browser.session) : null;
    if (begun === null || user === null)
      throw new ProblemError('unauthenticated', 'The login or password is wrong, or this account may not sign in.');
    await this.throttle.forgive(login, from);
    const { session, secret } = begun;
    return {
      principal: principalOf(user, session),
      expires_at: endOf(session, this.sessions.limits).toISOString(),
      secret,
      device: await this.devices.remember(browser.device, login),
    };
  }
}
