import * as client from 'openid-client';
import type { Config } from '../../config';
import type { Binding, IdentityProvider, Vouched } from '../identity-provider';
import { isLoopback } from '../issuer';
import { away, boundedFetch } from './bounded-fetch';
import { notVouched, reasonsOf, refusalOf } from './provider-refusal';

const TIMEOUT_S = 5;
const CLOCK_SKEW_S = 30;
/** Sessions of a provider that does not say when its tokens expire are rechecked after an hour; none more often than every minute. */
const DEFAULT_LIFE_S = 3600;
const MIN_LIFE_S = 60;

/** Tells operators why nobody can sign in. Logs names and codes, never a token, an authorization code or a claim. */
export interface ProviderLog {
  warn(fields: object, text: string): void;
}

export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  /** The redirect URI's origin: that of the public address. */
  readonly publicUrl: string;
}

/** An OpenID Connect provider, discovered when it is first needed: one that is unreachable blocks nothing else. */
export class OpenIdProvider implements IdentityProvider {
  private discovery: Promise<client.Configuration> | null = null;
  private readonly redirectUri: string;

  constructor(
    private readonly settings: OpenIdSettings,
    private readonly log: ProviderLog,
  ) {
    this.redirectUri = new URL('/api/session/oidc/callback', settings.publicUrl).href;
  }

  /** As configured; null without an identity provider. */
  static of(
    config: Pick<
      Config,
      'SVC_OIDC_ISSUER' | 'SVC_OIDC_CLIENT_ID' | 'SVC_OIDC_CLIENT_SECRET' | 'SVC_OIDC_SCOPES' | 'SVC_PUBLIC_URL'
    >,
    log: ProviderLog,
  ): OpenIdProvider | null {
    const {
      SVC_OIDC_ISSUER: issuer,
      SVC_OIDC_CLIENT_ID: clientId,
      SVC_OIDC_CLIENT_SECRET: clientSecret,
      SVC_OIDC_SCOPES: scopes,
      SVC_PUBLIC_URL: publicUrl,
    } = config;
    if (issuer === undefined || clientId === undefined || publicUrl === undefined) return null;
    return new OpenIdProvider({ issuer, clientId, clientSecret, scopes, publicUrl }, log);
  }

  get issuer(): string {
    return this.settings.issuer;
  }

  async begin({ state, nonce, verifier }: Binding): Promise<string> {
    return this.ask(
      async (provider) =>
        client.buildAuthorizationUrl(provider, {
          redirect_uri: this.redirectUri,
          scope: this.settings.scopes,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }).href,
    );
  }

  async finish(query: string, { state, nonce, verifier }: Binding): Promise<Vouched> {
    return this.ask(async (provider) => {
      const url = new URL(`${this.redirectUri}?${query}`);
      const tokens = await client.authorizationCodeGrant(provider, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const { sub } = tokens.claims() ?? {};
      if (sub === undefined) throw notVouched('it names no user');
      return this.vouched(provider, tokens, sub);
    });
  }

  async refresh(refreshToken: string, sub: string): Promise<Vouched> {
    return this.ask(async (provider) => {
      const tokens = await client.refreshTokenGrant(provider, refreshToken);
      const named = tokens.claims()?.sub ?? sub;
      if (named !== sub) throw notVouched('it names another user');
      return this.vouched(provider, tokens, sub);
    });
  }

  async logoutUrl(idToken: string | null): Promise<string | null> {
    return this.ask((provider) => {
      if (provider.serverMetadata().end_session_endpoint === undefined) return Promise.resolve(null);
      const parameters = {
        post_logout_redirect_uri: new URL('/', this.settings.publicUrl).href,
        ...(idToken === null ? {} : { id_token_hint: idToken }),
      };
      return Promise.resolve(client.buildEndSessionUrl(provider, parameters).href);
    });
  }

  private async vouched(
    provider: client.Configuration,
    tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
    sub: string,
  ): Promise<Vouched> {
    const asked =
      provider.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await client.fetchUserInfo(provider, tokens.access_token, sub);
    return {
      sub,
      claims: { ...tokens.claims(), ...asked },
      refreshToken: tokens.refresh_token ?? null,
      idToken: tokens.id_token ?? null,
      goodForSeconds: Math.max(MIN_LIFE_S, tokens.expiresIn() ?? DEFAULT_LIFE_S),
    };
  }

  private async ask<T>(question: (provider: client.Configuration) => Promise<T>): Promise<T> {
    try {
      this.discovery ??= this.discover();
      return await question(await this.discovery);
    } catch (error) {
      this.log.warn({ issuer: this.issuer, reasons: reasonsOf(error) }, 'the identity provider refused a sign-in');
      throw refusalOf(error);
    }
  }

  /** A failed discovery is repeated by the next caller. */
  private async discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    try {
      const execute = [
        client.enableNonRepudiationChecks,
        ...(isLoopback(issuer) ? [client.allowInsecureRequests] : []),
      ];
      return await client.discovery(
        new URL(issuer),
        clientId,
        { [client.clockTolerance]: CLOCK_SKEW_S },
        authentication(clientSecret),
        { execute, timeout: TIMEOUT_S, [client.customFetch]: boundedFetch },
      );
    } catch (error) {
      this.discovery = null;
      throw away(error);
    }
  }
}

/** The provider's preferred method: HTTP Basic unless it supports only others (OpenID Connect Discovery §3). */
function authentication(secret: string | undefined): client.ClientAuth {
  if (secret === undefined) return client.None();
  const basic = client.ClientSecretBasic(secret);
  const post = client.ClientSecretPost(secret);
  return (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') === false ? post : basic)(
      server,
      ...rest,
    );
}
