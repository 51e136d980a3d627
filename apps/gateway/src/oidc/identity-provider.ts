/** What binds one trip to the identity provider and back to the browser that makes it. */
export interface Binding {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
}

/** Whom the identity provider vouches for. */
export interface Vouched {
  readonly sub: string;
  /** Of the ID token and of the user info endpoint together; the latter is newer. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** With which it can be asked again without the person; null when it gave none. */
  readonly refreshToken: string | null;
  readonly idToken: string | null;
  /** Seconds after which it should be asked again. */
  readonly goodForSeconds: number;
}

/**
 * An OpenID Connect provider. Every operation refuses with `unauthenticated` when the provider does not vouch for the person
 * or its answer is not valid, and with `unavailable` when it does not answer in time.
 */
export interface IdentityProvider {
  readonly issuer: string;
  /** Where the browser is sent. */
  begin(binding: Binding): Promise<string>;
  /** `query` is what the browser brought back. */
  finish(query: string, binding: Binding): Promise<Vouched>;
  refresh(refreshToken: string, sub: string): Promise<Vouched>;
  /** Where the browser ends the provider's own session; null when it has no such place. */
  logoutUrl(idToken: string | null): Promise<string | null>;
}

/** Injects the {@link IdentityProvider}, or null where none is configured. */
export const IDENTITY_PROVIDER = Symbol('gateway.identity-provider');
