import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type beginOidc, type finishOidc, ProblemError, type RequestOf, type ResponseOf } from '@svc/contracts';
import { CLOCK, type Clock } from '@svc/platform';
import type { Browser } from '../session/browser';
import { endOf, principalOf } from '../session/session';
import { VISIT_SECONDS } from '../cookie/cookies';
import { derivedFrom, hashSessionSecret, isSessionSecret, newSessionSecret } from '../cookie/session-secret';
import { SESSION_STORE, type SessionStore } from '../session/session.ports';
import { Sessions } from '../session/sessions';
import { AdoptIdentity } from './adopt-identity';
import { sealTokens } from './held-tokens';
import { type Binding, IDENTITY_PROVIDER, type IdentityProvider } from './identity-provider';

/**
 * Redirects browsers to the identity provider and handles their return. State, nonce and PKCE verifier come from a secret in
 * this browser's cookie, so another browser's answer does not match; the visit is taken from the store, so it counts once.
 */
@Injectable()
export class SignInByProvider {
  constructor(
    @Inject(IDENTITY_PROVIDER) private readonly provider: IdentityProvider | null,
    @Inject(SESSION_STORE) private readonly store: SessionStore,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(AdoptIdentity) private readonly adopting: AdoptIdentity,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async begin({ query }: RequestOf<typeof beginOidc>): Promise<ResponseOf<typeof beginOidc>> {
    const provider = this.required();
    const secret = newSessionSecret();
    const location = await provider.begin(bindingOf(secret));
    await this.store.addVisit(hashSessionSecret(secret), {
      returnTo: query.return_to,
      expiresAt: new Date(this.clock.now().getTime() + VISIT_SECONDS * 1000),
    });
    return { location, secret };
  }

  async finish({ query }: RequestOf<typeof finishOidc>, browser: Browser): Promise<ResponseOf<typeof finishOidc>> {
    const provider = this.required();
    const binding = bindingIn(browser, query.state ?? '');
    const visit = await this.store.takeVisit(hashSessionSecret(binding.secret));
    if (visit === null || visit.expiresAt <= this.clock.now()) throw notBegun();
    const vouched = await provider.finish(browser.query, binding);
    const user = await this.adopting.adopt(provider.issuer, vouched);
    browser.concerns(user.login);
    const begun = await this.sessions.begin(user.login, browser.session, (secret) =>
      sealTokens(secret, provider.issuer, vouched, this.clock.now()),
    );
    if (begun === null) throw new ProblemError('forbidden', 'This account was disabled here. Ask an admin.');
    const { session, secret } = begun;
    return {
      principal: principalOf(user, session),
      expires_at: endOf(session, this.sessions.limits).toISOString(),
      secret,
      location: visit.returnTo,
    };
  }

  private required(): IdentityProvider {
    if (this.provider === null)
      throw new ProblemError(
        'not-found',
        'Sign-in by an identity provider is not configured. GET /api/session/ways lists the ways to sign in.',
      );
    return this.provider;
  }
}

function bindingOf(secret: string): Binding {
  return {
    state: derivedFrom(secret, 'state'),
    nonce: derivedFrom(secret, 'nonce'),
    verifier: derivedFrom(secret, 'verifier'),
  };
}

/** Checked before the visit is taken: an attacker who lures a browser here with another answer does not spoil the real one. */
function bindingIn({ visit }: Browser, state: string): Binding & { readonly secret: string } {
  if (visit === null || !isSessionSecret(visit)) throw notBegun();
  const binding = bindingOf(visit);
  const [given, due] = [Buffer.from(state), Buffer.from(binding.state)];
  if (given.length !== due.length || !timingSafeEqual(given, due)) throw notBegun();
  return { ...binding, secret: visit };
}

function notBegun(): ProblemError {
  return new ProblemError(
    'unauthenticated',
    'This sign-in was not started in this browser, has expired, or was already completed. Start again at /api/session/oidc.',
  );
}
