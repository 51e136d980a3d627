import type { Scope } from '@svc/contracts';
import type { ApiToken } from './api-token';
import type { FoundToken } from './token-standing';

/** Who made the first token; every other is made by a person or a token. */
export const FIRST_TOKENS_MAKER = 'service:gateway';

export interface TokenStore {
  add(token: ApiToken, secretHash: Buffer): Promise<void>;
  /**
   * Adds the very first token, and only that: `token` is called, under a lock that other replicas wait for, when there is
   * no token at all. Answers with whether it was.
   */
  addFirst(token: () => { readonly token: ApiToken; readonly secretHash: Buffer }): Promise<boolean>;
  /** Gives the first token, and no other, these scopes: does nothing when the hash is of a token that somebody made. */
  regrantFirst(secretHash: Buffer, scopes: readonly Scope[]): Promise<void>;
  /** By its secret, or by the one before. */
  byHash(secretHash: Buffer): Promise<FoundToken | null>;
  byId(id: string): Promise<ApiToken | null>;
  /** Newest first. */
  list(): Promise<readonly ApiToken[]>;
  /** The token as it is after; a revocation keeps its first time. Null when there is none. */
  revoke(id: string, at: Date): Promise<ApiToken | null>;
  /** Replaces the secret of a token that is not revoked; the one until now works on until `previousUntil`, those before it no more. Null when there is no such token. */
  rotate(id: string, secretHash: Buffer, previousUntil: Date): Promise<ApiToken | null>;
  noteUse(uses: ReadonlyMap<string, Date>): Promise<void>;
}

/** Injects the {@link TokenStore}. */
export const TOKEN_STORE = Symbol('gateway.token-store');

/** Injects the `ChangeFeed` of tokens, by id: revoked, or under a new secret. */
export const REVOCATION_FEED = Symbol('gateway.revocation-feed');
