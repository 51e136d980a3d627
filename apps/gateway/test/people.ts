import { randomUUID } from 'node:crypto';
import { ROLE_SCOPES, type Role, type Scope } from '@svc/contracts';
import { hashTokenSecret, newTokenSecret } from '../src/token/token-secret';
import { TOKEN_STORE, type TokenStore } from '../src/token/token.ports';
import { type StoredUser, USER_STORE, type UserStore } from '../src/user/user.ports';
import type { GatewayHarness } from './gateway-harness';
import { sampleUser } from './sample-user';

/** A user written to the database directly, past every rule. */
export async function addPerson(
  { gateway }: GatewayHarness,
  login: string,
  person: Partial<StoredUser> = {},
): Promise<StoredUser> {
  const user = sampleUser(login, { createdAt: new Date(), ...person });
  await gateway.app.get<UserStore>(USER_STORE).add(user, null);
  return user;
}

export interface GivenToken {
  readonly role?: Role;
  readonly scopes?: readonly Scope[];
  readonly expiresAt?: Date;
}

/** A token of `owner`, or of nobody, written to the database directly, past every rule. */
export async function addToken(
  { gateway }: GatewayHarness,
  owner: string | null,
  { role = 'admin', scopes = ROLE_SCOPES[role], expiresAt }: GivenToken = {},
): Promise<{ readonly id: string; readonly secret: string }> {
  const secret = newTokenSecret();
  const id = randomUUID();
  const token = {
    id,
    name: `${owner ?? 'a machine'}’s`,
    owner: owner === null ? null : `user:${owner}`,
    role,
    scopes,
    createdAt: new Date(),
    createdBy: owner === null ? 'token:test' : `user:${owner}`,
    expiresAt: expiresAt ?? null,
    lastUsedAt: null,
    revokedAt: null,
  };
  await gateway.app.get<TokenStore>(TOKEN_STORE).add(token, hashTokenSecret(secret));
  return { id, secret };
}
