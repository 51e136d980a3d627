import { isDeepStrictEqual } from 'node:util';
import {
  type AccessChange,
  type AccessState,
  maySee,
  mayShare,
  type ObjectAccess,
  type Principal,
  ProblemError,
  type SaidAccess,
} from '@svc/contracts';
import { entityTag } from '../precondition/entity-tag';
import { requireMatch } from '../precondition/if-match';

/** As served, with the tag that a change must name. It is not that of the definition: sharing changes no version and no certificate. */
export function accessState({ owner, visibility, groups }: ObjectAccess): AccessState {
  const said = { groups: [...groups], owner, visibility };
  return { ...said, etag: entityTag(said) };
}

/**
 * What sharing makes of an object that `who` sees: for its owner and admins alone, who have read how it is shared. The same
 * groups in any order are the same sharing. `what` names the object: `metric "delay"`.
 */
export function sharedAccess(
  what: string,
  before: ObjectAccess,
  {
    change,
    ifMatch,
    who,
  }: { readonly change: AccessChange; readonly ifMatch: string | undefined; readonly who: Principal },
): ObjectAccess {
  if (!mayShare(before, who))
    throw new ProblemError('forbidden', `Only its owner (${before.owner}) and admins may share the ${what}.`);
  const { etag } = accessState(before);
  requireMatch(`Sharing of the ${what}`, etag, ifMatch);
  return {
    owner: change.owner ?? before.owner,
    visibility: change.visibility,
    groups: [...new Set(change.groups)].sort(),
  };
}

/** Who puts an object, and who they say is to see it when it is new. */
export interface Registering {
  /** Names the object: `metric "delay"`. */
  readonly what: string;
  readonly who: Principal;
  readonly said?: SaidAccess | undefined;
  /** Who sees it when nothing is said. */
  readonly otherwise?: SaidAccess;
}

const PRIVATE: SaidAccess = { visibility: 'private', groups: [] };
export const FOR_PROJECT: SaidAccess = { visibility: 'project', groups: [] };

/**
 * Owner and visibility of a new object: private to its creator, unless the request says otherwise. `before` is how an
 * object of that name is or was seen, an existing one or a deleted one with history: callers who may not see it cannot
 * use the name, and what was not visible to the project can be made so only by its owner or an admin.
 */
export function accessOfNew(name: string, before: ObjectAccess | null, registering: Registering): ObjectAccess {
  const { who, said, otherwise = PRIVATE } = registering;
  if (before !== null && !maySee(before, who))
    throw new ProblemError('conflict', `The name "${name}" is taken; choose another.`);
  if (before === null || before.visibility === 'project') return { owner: who.id, ...(said ?? otherwise) };
  if (said !== undefined && mayShare(before, who)) return { owner: before.owner, ...said };
  return accessOfExisting(before, registering);
}

/** The sharing of what exists already: registering it again changes nothing about that, and may not claim to. */
export function accessOfExisting(
  { owner, visibility, groups }: ObjectAccess,
  { what, said }: Pick<Registering, 'what' | 'said'>,
): ObjectAccess {
  const same =
    said === undefined || (said.visibility === visibility && isDeepStrictEqual(said.groups, [...groups].sort()));
  if (same) return { owner, visibility, groups };
  const message = `says who sees a new object; the ${what} is not new and is seen otherwise. Share it instead (PUT …/access, svc access set)`;
  throw new ProblemError('invalid-request', `visibility ${message}.`, {
    errors: [{ pointer: '/query/visibility', message }],
  });
}
