import { type Principal, ROLE_SCOPES, type Role } from '@svc/contracts';

function caller(name: string, role: Role, groups: readonly string[]): Principal {
  return { id: `user:${name}`, kind: 'user', role, scopes: [...ROLE_SCOPES[role]], groups: [...groups] };
}

/** Somebody of each sort, towards objects that belong to the owner and are shared with the group "red". */
export const CALLERS = {
  owner: caller('ada', 'editor', []),
  member: caller('mia', 'editor', ['red', 'green']),
  stranger: caller('stu', 'editor', ['blue']),
  viewer: caller('vic', 'viewer', ['blue']),
  admin: caller('root', 'admin', []),
} as const;
