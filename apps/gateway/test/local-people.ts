import { type BootedService, execute } from '@svc/platform';
import { DataSource } from 'typeorm';
import { hashPassword } from '../src/user/password-hash';
import { type StoredUser, USER_STORE, type UserStore } from '../src/user/user.ports';
import { Browser } from './browser';
import type { GatewayHarness } from './gateway-harness';
import { sampleUser } from './sample-user';

export const PASSWORD = 'correct horse battery';
/** Settings of a gateway where many sign in from one address. */
export const MANY_SIGN_IN = { SVC_RATE_LIMIT_ANONYMOUS: '100000', SVC_SIGN_IN_ATTEMPTS_ADDRESS: '1000' } as const;

/** Local users of a gateway, all with the same password: written to the database directly, because hashing is slow. */
export class LocalPeople {
  private added = 0;
  private hash: Promise<string> | undefined;

  constructor(private readonly harness: GatewayHarness) {}

  /** The login of somebody new. */
  async add(more: Partial<StoredUser> = {}): Promise<string> {
    this.added += 1;
    const login = `person-${this.added}`;
    const user = sampleUser(login, { createdAt: new Date(), ...more });
    await this.harness.gateway.app
      .get<UserStore>(USER_STORE)
      .add(user, user.subject === null ? await (this.hash ??= hashPassword(PASSWORD)) : null);
    return login;
  }

  async signedIn(login: string, at: BootedService = this.harness.gateway): Promise<Browser> {
    const browser = new Browser(at);
    const { status } = await browser.signIn(login, PASSWORD);
    if (status !== 201) throw new Error(`signing in gave ${status}`);
    return browser;
  }

  sql(text: string, values: readonly unknown[] = []): Promise<number> {
    return execute(this.harness.gateway.app.get(DataSource), text, values);
  }
}
