import { type Principal, ROLE_SCOPES, type Role } from '@svc/contracts';

/** Somebody who is signed in, with all that their role may do. */
export function person(login: string, role: Role, groups: readonly string[] = []): Principal {
  return { id: `user:${login}`, kind: 'user', role, scopes: [...ROLE_SCOPES[role]], groups: [...groups] };
}

/** A token without groups, with all that its role may do. */
export function tokenOf(name: string, role: Role): Principal {
  return { id: `token:${name}`, kind: 'token', role, scopes: [...ROLE_SCOPES[role]], groups: [] };
}

/** Somebody of each sort, towards objects that belong to the owner and are shared with the group "red". */
export const CALLERS = {
  owner: person('ada', 'editor'),
  member: person('mia', 'editor', ['red', 'green']),
  stranger: person('stu', 'editor', ['blue']),
  viewer: person('vic', 'viewer', ['blue']),
  admin: person('root', 'admin'),
} as const;
