import { ProblemError } from '@svc/contracts';

/** What `If-Match: *` reaches a service as: whatever version there is. No entity tag of ours looks like it. */
const ANY = '*';

/**
 * Guards a change or delete of an object that exists (RFC 9110 §13.1.1, strong comparison), also one that would change
 * nothing. Without If-Match nobody knows which version the caller has read; with another tag somebody was faster.
 * `what` names the object at the start of a sentence: `Metric "delay"`.
 */
export function requireMatch(what: string, etag: string, ifMatch: string | undefined): void {
  if (ifMatch === undefined)
    throw new ProblemError(
      'precondition-required',
      `${what} exists. Read it and send its ETag as If-Match, so that no change is overwritten unseen.`,
    );
  if (ifMatch !== etag && ifMatch !== ANY) throw changedMeanwhile(what, etag);
}

/** Guards the creation of an object: a caller who names a version expects one to exist. */
export function requireAbsent(what: string, ifMatch: string | undefined): void {
  if (ifMatch !== undefined)
    throw new ProblemError(
      'precondition-failed',
      `${what} does not exist (any more). Leave If-Match out to create it.`,
    );
}

/** The refusal for a caller who has read an older version. `etag` is the current tag, where it is known. */
export function changedMeanwhile(what: string, etag?: string): ProblemError {
  return new ProblemError(
    'precondition-failed',
    `${what} has changed since you read it. Read it again and decide.`,
    etag === undefined ? {} : { data: { etag } },
  );
}
