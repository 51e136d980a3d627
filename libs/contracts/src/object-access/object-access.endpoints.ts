import { z } from 'zod';
import { endpoint } from '../endpoint';
import { objectName } from '../json';
import { nouns } from '../nouns';
import { groupName, visibility } from './object-access';
import type { OwnedKindParts } from './owned-kind';

type OwnedNoun = Extract<(typeof nouns)[number], { readonly owned: unknown }>;
export type OwnedKind = OwnedNoun['owned']['kind'];

/** Every kind of object that has an owner. */
const owned: readonly OwnedNoun['owned'][] = nouns.flatMap((it) => ('owned' in it ? [it.owned] : []));

export const OWNED_KINDS: readonly OwnedKind[] = owned.map((it) => it.kind);

/** How the access of a kind of object is read and changed, and what it takes to read such an object. */
export function ownedKindOf(kind: OwnedKind): OwnedKindParts {
  const found = owned.find((it) => it.kind === kind);
  if (found === undefined) throw new Error(`no noun owns the kind "${kind}"`);
  return found;
}

export const reviewAccess = endpoint({
  name: 'access.review',
  summary: 'Who can see an object, and why: people and tokens; for its owner and admins',
  method: 'GET',
  path: '/api/access/{kind}/{name}',
  subject: 'svc.gateway.access.review',
  params: z.strictObject({ kind: z.enum(OWNED_KINDS), name: objectName }),
  response: z.object({
    kind: z.enum(OWNED_KINDS),
    name: objectName,
    owner: z.string(),
    visibility,
    groups: z.array(groupName),
    seen_by: z.array(
      z.object({
        /** `user:<login>` or `token:<id>`. */
        principal: z.string(),
        name: z.string(),
        role: z.string(),
        because: z.enum(['owner', 'project', 'group', 'admin']),
        /** The group that lets them see it. */
        group: z.string().nullable(),
      }),
    ),
  }),
  problems: ['not-found', 'forbidden'],
  access: { scope: 'access:manage' },
  target: { type: 'access', param: 'name' },
});
