import { z } from 'zod';

/** What a token may be used for; a call names exactly one. Least privilege first. */
export const SCOPES = [
  'dataset:read',
  'dataset:write',
  'dataset:delete',
  'derivation:read',
  'derivation:write',
  'derivation:run',
  'derivation:revoke',
  'certificate:read',
  'certificate:issue',
  'metric:read',
  'metric:write',
  'metric:delete',
  'metric:query',
  'dashboard:read',
  'dashboard:write',
  'dashboard:publish',
  'dashboard:delete',
  'sql:run',
  'job:read',
  'job:cancel',
  'audit:read',
  'access:manage',
  'token:own',
  'token:manage',
  'user:manage',
] as const;

export const scope = z.enum(SCOPES);
export type Scope = z.infer<typeof scope>;

export const ROLES = ['viewer', 'editor', 'admin'] as const;
export const role = z.enum(ROLES);
export type Role = z.infer<typeof role>;

const viewer: readonly Scope[] = [
  'dataset:read',
  'derivation:read',
  'certificate:read',
  'metric:read',
  'metric:query',
  'dashboard:read',
  'sql:run',
  'job:read',
  'token:own',
];
const editor: readonly Scope[] = [
  ...viewer,
  'dataset:write',
  'dataset:delete',
  'derivation:write',
  'derivation:run',
  'certificate:issue',
  'metric:write',
  'metric:delete',
  'dashboard:write',
  'dashboard:publish',
  'dashboard:delete',
  'job:cancel',
  'access:manage',
];

/** The scopes that a role may have; a token has these, limited to those it was given. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = { viewer, editor, admin: SCOPES };

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
