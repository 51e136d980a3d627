import { ProblemError } from '@svc/contracts';

/**
 * Guards a replace or delete of something that exists, also one that would change nothing: without If-Match nobody knows
 * what the caller has seen, and with another tag somebody was faster. `*` means whatever there is.
 */
export function requireMatch(name: string, etag: string, ifMatch: string | undefined): void {
  if (ifMatch === undefined)
    throw new ProblemError(
      'precondition-required',
      `"${name}" exists. Read it and send its ETag as If-Match, so that nobody's change is overwritten unseen.`,
    );
  if (ifMatch !== etag && ifMatch !== '*')
    throw new ProblemError(
      'precondition-failed',
      `"${name}" has changed since you read it. Read it again and decide.`,
      { data: { etag } },
    );
}

/** Guards creation: a caller who names a version expects one to be there. */
export function requireAbsent(name: string, ifMatch: string | undefined): void {
  if (ifMatch !== undefined)
    throw new ProblemError(
      'precondition-failed',
      `"${name}" does not exist (any more). Leave If-Match out to create it.`,
    );
}
