import { Inject, Injectable } from '@nestjs/common';
import type { RequestOf, ResponseOf, signOut } from '@svc/contracts';
import { unsealTokens } from '../oidc/held-tokens';
import { IDENTITY_PROVIDER, type IdentityProvider } from '../oidc/identity-provider';
import type { Browser } from '../session/browser';
import { Sessions } from '../session/sessions';

/** Ends the session of a browser, or all of a person's. */
@Injectable()
export class SignOut {
  constructor(
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(IDENTITY_PROVIDER) private readonly provider: IdentityProvider | null,
  ) {}

  async signOut({ query }: RequestOf<typeof signOut>, browser: Browser): Promise<ResponseOf<typeof signOut>> {
    const session = browser.session === null ? null : await this.sessions.find(browser.session);
    const [, login] = /^user:(.+)$/.exec(browser.principal?.id ?? '') ?? [];
    const ended =
      query.everywhere === 'true' && login !== undefined
        ? await this.sessions.endAll(login)
        : session === null
          ? 0
          : await this.sessions.end(session.id);
    return {
      ended,
      provider_logout:
        session?.provider == null || browser.session === null
          ? null
          : await this.providerLogout(browser.session, session.provider),
    };
  }

  /** Signing out here never fails because the provider is unreachable. */
  private async providerLogout(secret: string, sealed: Buffer): Promise<string | null> {
    const held = unsealTokens(secret, sealed);
    if (this.provider?.issuer !== held.issuer) return null;
    return this.provider.logoutUrl(held.id_token).catch(() => null);
  }
}
