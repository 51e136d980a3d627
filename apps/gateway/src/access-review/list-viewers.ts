import {
  type AccessState,
  mayCall,
  type OwnedKind,
  ownedNounOf,
  type Principal,
  type reviewAccess,
  type ResponseOf,
  ROLE_SCOPES,
  sightOf,
} from '@svc/contracts';
import type { ApiToken } from '../token/api-token';
import { bearerOf } from '../token/token-standing';
import type { StoredUser } from '../user/user.ports';

type Seer = ResponseOf<typeof reviewAccess>['seen_by'][number];

/** A person with all the rights of their role, as when signed in. */
function signedIn({ login, role, groups }: StoredUser): Principal {
  return { id: `user:${login}`, kind: 'user', role, scopes: [...ROLE_SCOPES[role]], groups: [...groups] };
}

/**
 * Who of these sees the object and may read its kind, and why; decided by the same rule as a request. A person stands
 * for all their tokens, so only tokens without an owner are listed separately.
 */
export function listViewers(
  kind: OwnedKind,
  object: AccessState,
  people: readonly StoredUser[],
  machines: readonly ApiToken[],
): Seer[] {
  const candidates = [
    ...people.map((it) => ({ name: it.name, who: signedIn(it) })),
    ...machines.map((it) => ({ name: it.name, who: bearerOf(it) })),
  ];
  return candidates.flatMap(({ name, who }) => {
    const reason = mayCall({ scope: ownedNounOf(kind).owned.reads }, who) ? sightOf(object, who) : null;
    if (reason === null || reason.because === 'service') return [];
    return [
      {
        principal: who.id,
        name,
        role: who.role,
        because: reason.because,
        group: reason.because === 'group' ? reason.group : null,
      },
    ];
  });
}
