import { type Role, role, ROLES } from '@svc/contracts';
import { z } from 'zod';

const mapping = z.strictObject({
  viewer: z.array(z.string().min(1)).default([]),
  editor: z.array(z.string().min(1)).default([]),
  admin: z.array(z.string().min(1)).default([]),
});

/** Maps groups of the identity provider to roles. */
export type RolesByGroup = Readonly<z.output<typeof mapping>>;

/** Reads SVC_OIDC_ROLES. */
export function rolesByGroup(text: string, context: z.RefinementCtx): RolesByGroup {
  const parsed = mapping.safeParse(json(text));
  if (parsed.success) return parsed.data;
  context.addIssue({
    code: 'custom',
    message: `must be a JSON object with ${role.options.join(', ')} and lists of group names`,
  });
  return z.NEVER;
}

/** The highest role that any of the groups has; `viewer` without one. */
export function roleOf(groups: readonly string[], roles: RolesByGroup): Role {
  return ROLES.toReversed().find((it) => roles[it].some((group) => groups.includes(group))) ?? 'viewer';
}

function json(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
