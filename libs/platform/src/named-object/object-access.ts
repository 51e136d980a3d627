import { createHash } from 'node:crypto';
import {
  type AccessChange,
  type AccessState,
  maySee,
  mayShare,
  type ObjectAccess,
  type Principal,
  ProblemError,
} from '@svc/contracts';
import { requireMatch } from './if-match';

/** As served, with the tag that a change must name. It is not that of the definition: sharing changes no version and no certificate. */
export function accessState({ owner, visibility, groups }: ObjectAccess): AccessState {
  const said = { groups: [...groups], owner, visibility };
  return { ...said, etag: `sha256:${createHash('sha256').update(JSON.stringify(said)).digest('hex')}` };
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

/**
 * Whose a new object is. `before` is how an object of that name was seen, one that is there or one whose history has
 * outlived it: who may not see that may not have the name, and what was not the project's does not become so.
 */
export function accessOfNew(name: string, before: ObjectAccess | null, who: Principal): ObjectAccess {
  if (before !== null && !maySee(before, who))
    throw new ProblemError('conflict', `The name "${name}" is taken; choose another.`);
  if (before === null || before.visibility === 'project') return { owner: who.id, visibility: 'project', groups: [] };
  return { owner: before.owner, visibility: before.visibility, groups: before.groups };
}
