import { z } from 'zod';
import type { Principal } from '../access/access';
import { digest } from '../json';

/** A group as the identity provider or an admin names it. */
export const groupName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\p{C}]+$/u, 'must be printable text');

export const VISIBILITIES = ['private', 'project', 'groups'] as const;
/**
 * `private`: the owner. `project`: everybody who may read objects of this kind. `groups`: the owner and the members of
 * these groups.
 */
export const visibility = z.enum(VISIBILITIES);
export type Visibility = z.infer<typeof visibility>;

/** Owner and visibility of an object. They are not part of its definition, so sharing changes no certificate. */
export const objectAccess = z.object({
  owner: z.string().min(1).max(200),
  visibility,
  /** Empty unless `visibility` is `groups`. */
  groups: z.array(groupName).max(100),
});
export type ObjectAccess = z.infer<typeof objectAccess>;

/** The body of a PUT; `owner` transfers the object and is otherwise left out. */
export const accessChange = z
  .strictObject({
    visibility,
    groups: z.array(groupName).max(100).default([]),
    owner: z
      .string()
      .regex(/^(user|token):.{1,190}$/u, 'must be "user:<login>" or "token:<id>"')
      .optional(),
  })
  .refine((it) => (it.visibility === 'groups') === it.groups.length > 0, {
    path: ['groups'],
    message: 'must name at least one group when visibility is "groups", and none otherwise',
  });
export type AccessChange = z.infer<typeof accessChange>;

/** Comma-separated names. For a group whose name contains a comma, share the object afterwards. */
const groupList = z.string().refine((text) => z.array(groupName).min(1).max(100).safeParse(text.split(',')).success, {
  message: 'must name 1 to 100 groups, with commas between them',
});

/** The members that {@link firstAccess} adds to a query. */
export const firstAccessShape = { visibility: visibility.optional(), groups: groupList.optional() };

/** True when groups are named exactly where the visibility calls for them. */
export function groupsFit(query: { readonly visibility?: Visibility | undefined; readonly groups?: unknown }): boolean {
  return (query.visibility === 'groups') === (query.groups !== undefined);
}
export const GROUPS_FIT = {
  path: ['groups'],
  message: 'must name at least one group when visibility is "groups", and must be absent otherwise',
};

/**
 * The query of every operation that may create an object: the visibility of a new one, by default private. It changes
 * nothing about an existing object, and is refused unless that has exactly this visibility. Not transformed, since a
 * request is parsed at the edge and again by the service: {@link requestedAccess} reads it.
 */
export const firstAccess = z.strictObject(firstAccessShape).refine(groupsFit, GROUPS_FIT);

/** Who is to see a new object. */
export type SaidAccess = Pick<ObjectAccess, 'visibility' | 'groups'>;

/** Access in the form of such a query. */
export function firstAccessQuery({ visibility: shown, groups }: SaidAccess): z.input<typeof firstAccess> {
  return shown === 'groups' ? { visibility: shown, groups: groups.join(',') } : { visibility: shown };
}

/** The access that a query asks for; undefined if it asks for none. Each group once, sorted by name. */
export function requestedAccess({
  visibility: shown,
  groups,
}: {
  readonly visibility?: Visibility | undefined;
  readonly groups?: string | undefined;
}): SaidAccess | undefined {
  return shown === undefined ? undefined : { visibility: shown, groups: [...new Set(groups?.split(',') ?? [])].sort() };
}

/** The same as read back, with the entity tag that a change must name. */
export const accessState = objectAccess.extend({ etag: digest });
export type AccessState = z.infer<typeof accessState>;

/** Why somebody sees an object. */
export type SightReason =
  | { readonly because: 'owner' | 'project' | 'admin' | 'service' }
  | { readonly because: 'group'; readonly group: string };

/**
 * The visibility rule for every object and every path to it: detail, list, export, rows, SQL, and derived data.
 * Null means that for `who` the object does not exist. What else `who` may do with it depends on scopes.
 */
export function sightOf({ owner, visibility: shown, groups }: ObjectAccess, who: Principal): SightReason | null {
  if (who.kind === 'service') return { because: 'service' };
  if (owner === who.id) return { because: 'owner' };
  if (shown === 'project') return { because: 'project' };
  const group = shown === 'groups' ? groups.find((it) => who.groups.includes(it)) : undefined;
  if (group !== undefined) return { because: 'group', group };
  return who.role === 'admin' ? { because: 'admin' } : null;
}

/** True when `who` sees the object. */
export function maySee(object: ObjectAccess, who: Principal): boolean {
  return sightOf(object, who) !== null;
}

/** True if `who` may change visibility and owner of the object: its owner and admins. */
export function mayShare({ owner }: ObjectAccess, who: Principal): boolean {
  return owner === who.id || who.role === 'admin';
}
