import type { Role } from '@svc/contracts';

/** A user as the gateway stores them. Never deleted: their objects refer to the login. */
export interface StoredUser {
  readonly login: string;
  readonly name: string;
  readonly email: string | null;
  /** For people of an identity provider: its issuer and their subject. Null for local users. */
  readonly subject: { readonly issuer: string; readonly sub: string } | null;
  readonly role: Role;
  readonly groups: readonly string[];
  readonly disabled: boolean;
  readonly createdAt: Date;
  readonly lastSeenAt: Date | null;
}

export interface UserStore {
  byLogin(login: string): Promise<StoredUser | null>;
  bySubject(issuer: string, sub: string): Promise<StoredUser | null>;
  /** In order of login, after `after`. */
  page(after: string | null, limit: number): Promise<StoredUser[]>;
  /** False when the login is taken. `passwordHash` is null for people of an identity provider. */
  add(user: StoredUser, passwordHash: string | null): Promise<boolean>;
  /** Reads and replaces in one transaction; null when there is no such user. An exception from `change` rolls it back. */
  change(login: string, change: (before: StoredUser) => StoredUser): Promise<StoredUser | null>;
  passwordHash(login: string): Promise<string | null>;
  setPasswordHash(login: string, hash: string): Promise<void>;
  noteSeen(seen: ReadonlyMap<string, Date>): Promise<void>;
}
export const USER_STORE = Symbol('UserStore');

/** The current rights of a user, which tokens and sessions need on every request: leased, never from before an acknowledged change. */
export interface UserDirectory {
  find(login: string): Promise<StoredUser | null>;
}
export const USER_DIRECTORY = Symbol('UserDirectory');
