import { z } from 'zod';
import { keysOf, merged } from '../merged';
import { type Role, role, ROLES } from './role';
import { vocabularies } from '../vocabularies';

/** The least role that may hold each scope, as the nouns declare it. */
const MIN_ROLES = merged(vocabularies, 'scopes');

export const SCOPES = keysOf(MIN_ROLES);
export const scope = z.enum(SCOPES);
export type Scope = z.infer<typeof scope>;

/** The scopes that a role may have, those of the roles before it included; a token has these, limited to those it was given. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: scopesOf('viewer'),
  editor: scopesOf('editor'),
  admin: scopesOf('admin'),
};

function scopesOf(one: Role): Scope[] {
  return SCOPES.filter((it) => ROLES.indexOf(MIN_ROLES[it]) <= ROLES.indexOf(one));
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
