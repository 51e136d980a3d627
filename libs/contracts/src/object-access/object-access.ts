import { z } from 'zod';
import type { Principal } from '../access';
import { digest } from '../json';

/** A group as the identity provider or an admin names it. */
export const groupName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\p{C}]+$/u, 'must be printable text');

export const VISIBILITIES = ['private', 'project', 'groups'] as const;
/** `private`: the owner. `project`: everybody who may read such things. `groups`: the owner and the members of these groups. */
export const visibility = z.enum(VISIBILITIES);
export type Visibility = z.infer<typeof visibility>;

/** Who an object belongs to and who sees it. Its definition says nothing of that, so sharing changes no certificate. */
export const objectAccess = z.object({
  owner: z.string().min(1).max(200),
  visibility,
  /** Empty unless `visibility` is `groups`. */
  groups: z.array(groupName).max(100),
});
export type ObjectAccess = z.infer<typeof objectAccess>;

/** What a PUT of it takes; `owner` hands the object over, and is left out otherwise. */
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

/** Comma-separated names. A group whose name holds a comma is named by sharing the object afterwards. */
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
 * The query of every operation that may create an object: who sees a new one; private when it does not say. It changes
 * nothing about an object that exists, and is refused unless that is seen in just this way. Not transformed, since a request
 * is parsed at the edge and again by the service: {@link saidAccess} reads it.
 */
export const firstAccess = z.strictObject(firstAccessShape).refine(groupsFit, GROUPS_FIT);

/** Who is to see a new object. */
export type SaidAccess = Pick<ObjectAccess, 'visibility' | 'groups'>;

/** It as such a query says it. */
export function firstAccessQuery({ visibility: shown, groups }: SaidAccess): z.input<typeof firstAccess> {
  return shown === 'groups' ? { visibility: shown, groups: groups.join(',') } : { visibility: shown };
}

/** What a query says about that; undefined when it says nothing. Each group once, in order of name. */
export function saidAccess({
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
 * The one rule of sight, for every object and every way to it: detail, list, export, rows, SQL, and whatever is derived.
 * Null means that for `who` the object does not exist. What `who` may do with it beyond that, scopes say.
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

/** True when `who` may say who sees the object and whose it is: its owner and admins. */
export function mayShare({ owner }: ObjectAccess, who: Principal): boolean {
  return owner === who.id || who.role === 'admin';
}
