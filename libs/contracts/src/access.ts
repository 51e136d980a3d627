import { z } from 'zod';

export const ROLES = ['viewer', 'editor', 'admin'] as const;
export const role = z.enum(ROLES);
export type Role = z.infer<typeof role>;

/** What a token may be used for, and the least role that may hold it. A call names exactly one. */
const MIN_ROLES = [
  ['dataset:read', 'viewer'],
  ['dataset:write', 'editor'],
  ['dataset:delete', 'editor'],
  ['derivation:read', 'viewer'],
  ['derivation:write', 'editor'],
  ['derivation:run', 'editor'],
  ['derivation:revoke', 'admin'],
  ['certificate:read', 'viewer'],
  ['certificate:issue', 'editor'],
  ['metric:read', 'viewer'],
  ['metric:write', 'editor'],
  ['metric:delete', 'editor'],
  ['metric:query', 'viewer'],
  ['dashboard:read', 'viewer'],
  ['dashboard:write', 'editor'],
  ['dashboard:publish', 'editor'],
  ['dashboard:delete', 'editor'],
  ['sql:run', 'viewer'],
  ['job:read', 'viewer'],
  ['job:cancel', 'editor'],
  ['audit:read', 'admin'],
  ['access:manage', 'editor'],
  ['token:own', 'viewer'],
  ['token:manage', 'admin'],
  ['user:manage', 'admin'],
] as const satisfies readonly (readonly [string, Role])[];

export const SCOPES = MIN_ROLES.map(([it]) => it);
export const scope = z.enum(SCOPES);
export type Scope = z.infer<typeof scope>;

/** The scopes that a role may have, those of the roles before it included; a token has these, limited to those it was given. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: heldBy('viewer'),
  editor: heldBy('editor'),
  admin: heldBy('admin'),
};

function heldBy(one: Role): Scope[] {
  return MIN_ROLES.flatMap(([it, least]) => (ROLES.indexOf(least) <= ROLES.indexOf(one) ? [it] : []));
}

/** Who may call: anybody, any valid token, or a token with the scope. The default is to deny. */
export type Access = 'public' | 'authenticated' | { readonly scope: Scope };

/** Who is calling, as the gateway signs it and services read it. */
export const principal = z.object({
  /**
   * `user:<login>`, `token:<id>` of a token without an owner, or `service:<name>`. Objects name their owner in this
   * form.
   */
  id: z.string().min(1).max(200),
  kind: z.enum(['user', 'token', 'service']),
  role,
  scopes: z.array(scope),
  groups: z.array(z.string()),
  /** The token or session that acts for this person; the audit log records both. */
  via: z.string().max(200).optional(),
});
export type Principal = z.infer<typeof principal>;

/** True when `who` may make a call that declares `access`. */
export function mayCall(access: Access, who: Principal | null): boolean {
  if (access === 'public') return true;
  if (who === null) return false;
  return access === 'authenticated' || who.scopes.includes(access.scope);
}
