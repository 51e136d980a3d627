import { canonicalText, sha256Digest } from '@svc/audit-chain';
import { type AccessChange, type AccessState, mayShare, type ObjectAccess, type Principal, ProblemError } from '@svc/contracts';

/** Who wants to say who sees an object, and which answer to that they have read. */
export interface Sharing {
  readonly change: AccessChange;
  readonly principal: Principal;
  readonly ifMatch: string | undefined;
}

/** Sharing as served. Its tag is its own: it changes with nothing else of the object, and nothing else with it. */
export function presentAccess({ owner, visibility, groups }: ObjectAccess): AccessState {
  const said = { owner, visibility, groups: [...groups] };
  return { ...said, etag: sha256Digest(canonicalText(said)) };
}

/** The sharing of an object that the caller sees, after the change. The same groups in any order are the same sharing. */
export function changedAccess(before: ObjectAccess, { change, principal, ifMatch }: Sharing): ObjectAccess {
  if (!mayShare(before, principal)) throw new ProblemError('forbidden', 'Only its owner and admins say who sees it.');
  const { etag } = presentAccess(before);
  if (ifMatch === undefined) throw new ProblemError('precondition-required', 'Read who sees it and send that ETag as If-Match, so that nobody\'s change is overwritten unseen.');
  if (ifMatch !== etag) throw new ProblemError('precondition-failed', 'Who sees it has changed since you read it. Read it again and decide.', { data: { etag } });
  return { owner: change.owner ?? before.owner, visibility: change.visibility, groups: [...new Set(change.groups)].sort() };
}
