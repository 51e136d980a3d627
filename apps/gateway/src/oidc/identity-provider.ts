/** What binds one sign-in at the identity provider to the browser that started it. */
export interface Binding {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
}

/** The person for whom the identity provider vouches. */
export interface Vouched {
  readonly sub: string;
  /** Of the ID token and of the user info endpoint together; the latter is newer. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Refreshes without the person; null when the provider issued none. */
  readonly refreshToken: string | null;
  readonly idToken: string | null;
  /** Seconds after which the provider should be asked again. */
  readonly goodForSeconds: number;
}

/**
 * An OpenID Connect provider. Every operation refuses with `unauthenticated` when the provider does not vouch for the person
 * or its answer is not valid, and with `unavailable` when it does not answer in time.
 */
export interface IdentityProvider {
  readonly issuer: string;
  /** The address to redirect the browser to. */
  begin(binding: Binding): Promise<string>;
  /** `query` is what the browser brought back. */
  finish(query: string, binding: Binding): Promise<Vouched>;
  refresh(refreshToken: string, sub: string): Promise<Vouched>;
  /** The provider's own sign-out page; null when it has none. */
  logoutUrl(idToken: string | null): Promise<string | null>;
}

/** Injects the {@link IdentityProvider}, or null where none is configured. */
export const IDENTITY_PROVIDER = Symbol('gateway.identity-provider');
