import { Inject, Injectable } from '@nestjs/common';
import { ProblemError, type Role } from '@svc/contracts';
import { type Clock, CLOCK, CONFIG } from '@svc/platform';
import type { Config } from '../config';
import { KnownUsers } from '../user/known-users';
import { type StoredUser, USER_STORE, type UserStore } from '../user/user.ports';
import { type Identity, identityOf } from './identity';
import type { Vouched } from './identity-provider';
import { roleOf } from './roles-by-group';

type Settings = Pick<Config, 'SVC_OIDC_GROUPS_CLAIM' | 'SVC_OIDC_ROLES' | 'SVC_OIDC_REQUIRED_GROUP'>;

/** Creates the user for an identity of the provider, or updates the existing one. */
@Injectable()
export class AdoptIdentity {
  constructor(
    @Inject(USER_STORE) private readonly store: UserStore,
    @Inject(KnownUsers) private readonly users: KnownUsers,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Settings,
  ) {}

  /** Found by issuer and subject, never by e-mail address or name, which may pass to others. Refuses people outside the required group. */
  async adopt(issuer: string, { sub, claims }: Vouched): Promise<StoredUser> {
    const { SVC_OIDC_GROUPS_CLAIM: claim, SVC_OIDC_ROLES: roles, SVC_OIDC_REQUIRED_GROUP: required } = this.config;
    const identity = identityOf(issuer, sub, claims, claim, [
      ...Object.values(roles).flat(),
      ...(required === undefined ? [] : [required]),
    ]);
    const welcome = required === undefined || identity.groups.includes(required);
    const role = welcome ? roleOf(identity.groups, roles) : 'viewer';
    const known = await this.store.bySubject(issuer, sub);
    // People who may no longer sign in are updated too: their tokens must lose the groups they lost.
    const updated = known === null ? null : await this.update(known, identity, role);
    if (!welcome)
      throw new ProblemError(
        'forbidden',
        `Only members of "${required}" may sign in here. Ask the administrator of your identity provider.`,
      );
    return updated ?? this.add(identity, role);
  }

  private async update(known: StoredUser, { name, email, groups }: Identity, role: Role): Promise<StoredUser> {
    const same =
      known.name === name &&
      known.email === email &&
      known.role === role &&
      JSON.stringify(known.groups) === JSON.stringify(groups);
    const updated = same
      ? known
      : await this.store.change(known.login, (before) => ({ ...before, name, email, groups, role }));
    // Also when nothing changes: whoever changed it may have died before telling.
    await this.users.changed(known.login);
    return updated ?? known;
  }

  /** Skips a login that is taken; the same person may also be signing in for the first time in two windows at once. */
  private async add({ issuer, sub, name, email, groups, logins }: Identity, role: Role): Promise<StoredUser> {
    for (const login of logins) {
      const user: StoredUser = {
        login,
        name,
        email,
        subject: { issuer, sub },
        role,
        groups,
        disabled: false,
        createdAt: this.clock.now(),
        lastSeenAt: null,
      };
      if (await this.store.add(user, null)) return user;
      const meanwhile = await this.store.bySubject(issuer, sub);
      if (meanwhile !== null) return meanwhile;
    }
    throw new Error('no login is left for a person of the identity provider');
  }
}
