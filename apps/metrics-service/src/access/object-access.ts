import { sha256Digest } from '@svc/audit-chain';
import { type AccessChange, type AccessState, maySee, mayShare, type ObjectAccess, type Principal, ProblemError } from '@svc/contracts';
import { requireMatch } from '../metric/if-match';

/** What is left of a name that was used before. */
export interface Past {
  /** 0 when it never was. */
  readonly lastVersion: number;
  /** Who saw it, when it is deleted: its history is kept. */
  readonly access: ObjectAccess | null;
}

/** As served, with the tag that a change must name. It is not that of the definition: sharing makes no version. */
export function accessState({ owner, visibility, groups }: ObjectAccess): AccessState {
  const access = { owner, visibility, groups: [...groups] };
  return { ...access, etag: sha256Digest(access) };
}

/** What sharing makes of it. Only for its owner and admins, who have seen it as it is. `what` names it: `Metric "delay"`. */
export function sharedAccess(what: string, before: ObjectAccess, change: AccessChange, ifMatch: string | undefined, who: Principal): ObjectAccess {
  if (!mayShare(before, who)) throw new ProblemError('forbidden', `Who sees ${what} is for its owner (${before.owner}) and admins to say.`);
  requireMatch(`The access of ${what}`, accessState(before).etag, ifMatch);
  return { owner: change.owner ?? before.owner, visibility: change.visibility, groups: [...new Set(change.groups)].sort() };
}

/**
 * Whose a new object is. `before` is how an object of that name was seen, one that is there or one whose history has
 * outlived it: who may not see that may not have the name, and what was not the project's does not become so.
 */
export function accessOfNew(name: string, before: ObjectAccess | null, who: Principal): ObjectAccess {
  if (before !== null && !maySee(before, who)) throw new ProblemError('conflict', `The name "${name}" is taken; choose another.`);
  if (before === null || before.visibility === 'project') return { owner: who.id, visibility: 'project', groups: [] };
  return { owner: before.owner, visibility: before.visibility, groups: before.groups };
}
