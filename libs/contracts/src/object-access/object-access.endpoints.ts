import { z } from 'zod';
import { endpoint } from '../endpoint/endpoint';
import { objectName } from '../json';
import type { ObjectExport, OwnedNoun } from '../noun';
import { nouns } from '../nouns';
import { groupName, visibility } from './object-access';

type Owned = Extract<(typeof nouns)[number], { readonly owned: unknown }>;
export type OwnedKind = Owned['owned']['kind'];

/** Every noun whose objects have an owner. */
const owned: readonly Owned[] = nouns.flatMap((it) => ('owned' in it ? [it] : []));

/** What every noun exports; derivations come with their evidence, and so from a noun of its own. */
const exported: readonly ObjectExport[] = nouns.flatMap((it): ObjectExport[] => ('exports' in it ? [it.exports] : []));

export const OWNED_KINDS: readonly OwnedKind[] = owned.map((it) => it.owned.kind);

/** The noun of a kind of object: how its access is read and changed, what it takes to read one, and its life. */
export function ownedNounOf(kind: OwnedKind): OwnedNoun {
  const found = owned.find((it) => it.owned.kind === kind);
  const exports = exported.find((it) => it.kind === kind);
  if (found === undefined || exports === undefined) throw new Error(`no noun owns and exports the kind "${kind}"`);
  return { ...found, exports };
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
