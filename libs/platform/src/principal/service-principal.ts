import type { Principal, Scope, ServiceName } from '@svc/contracts';

/** The principal of a service that acts for itself (a sweep, a schedule, an audit batch), with no more scopes than the act needs. */
export function servicePrincipal(service: ServiceName, scopes: readonly Scope[] = []): Principal {
  return { id: `service:${service}`, kind: 'service', role: 'viewer', scopes: [...scopes], groups: [] };
}

/** Who calls a public endpoint without a token: it may do nothing else. */
export const ANONYMOUS: Principal = Object.freeze({
  id: 'anonymous',
  kind: 'user',
  role: 'viewer',
  scopes: [],
  groups: [],
});

/** True for the principal of a caller without a token. */
export function isAnonymous(who: Principal): boolean {
  return who.id === ANONYMOUS.id && who.kind === ANONYMOUS.kind;
}
