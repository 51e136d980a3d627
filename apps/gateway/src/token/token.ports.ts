import type { ApiToken } from './api-token';
import type { FoundToken } from './token-standing';

/** The creator of the first token; every other is created by a person or a token. */
export const FIRST_TOKENS_MAKER = 'service:gateway';

export interface TokenStore {
  add(token: ApiToken, secretHash: Buffer): Promise<void>;
  /**
   * Adds the very first token, and only that: `token` is called, under a lock that other replicas wait for, when there is
   * no token at all. Returns whether it was added.
   */
  addFirst(token: () => { readonly token: ApiToken; readonly secretHash: Buffer }): Promise<boolean>;
  /** By its current secret, or by the one before. */
  byHash(secretHash: Buffer): Promise<FoundToken | null>;
  byId(id: string): Promise<ApiToken | null>;
  /** Newest first. */
  list(): Promise<readonly ApiToken[]>;
  /** The updated token; a repeated revocation keeps the first time. Null when there is none. */
  revoke(id: string, at: Date): Promise<ApiToken | null>;
  /** Replaces the secret of a token that is not revoked; the current one works until `previousUntil`, older ones no more. Null when there is no such token. */
  rotate(id: string, secretHash: Buffer, previousUntil: Date): Promise<ApiToken | null>;
  noteUse(uses: ReadonlyMap<string, Date>): Promise<void>;
}

/** Injects the {@link TokenStore}. */
export const TOKEN_STORE = Symbol('gateway.token-store');
