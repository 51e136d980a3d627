import { type Principal, ProblemError, type Role, ROLE_SCOPES, ROLES } from '@svc/contracts';

/**
 * Refuses to let `by` grant a role, or manage somebody who has it, without holding all of its scopes: a token that withholds
 * a scope must not gain it through a user that it creates.
 */
export function requireGrantable(role: Role, by: Principal): void {
  if (ROLES.indexOf(role) > ROLES.indexOf(by.role))
    throw new ProblemError('forbidden', `Your role is "${by.role}", so you cannot grant the role "${role}".`);
  const missing = ROLE_SCOPES[role].filter((it) => !by.scopes.includes(it));
  if (missing.length === 0) return;
  throw new ProblemError(
    'forbidden',
    `The role "${role}" includes ${missing.map((it) => `"${it}"`).join(', ')}, which you do not have, so you cannot grant it.`,
    { data: { scopes: missing } },
  );
}
