import { ProblemError } from '@svc/contracts';

/**
 * Guards a replace or delete of something that exists (RFC 9110, strong comparison): without If-Match nobody knows
 * what the caller has seen, and with another tag somebody was faster.
 */
export function requireMatch(what: string, etag: string, ifMatch: string | undefined): void {
  if (ifMatch === undefined)
    throw new ProblemError(
      'precondition-required',
      `${what} exists. Read it and send its ETag as If-Match, so that nobody's change is overwritten unseen.`,
    );
  if (!matches(ifMatch, etag))
    throw new ProblemError('precondition-failed', `${what} has changed since you read it. Read it again and decide.`, {
      data: { etag },
    });
}

/** Guards creation: a caller who names a version expects one to be there. */
export function requireAbsent(what: string, ifMatch: string | undefined): void {
  if (ifMatch !== undefined)
    throw new ProblemError(
      'precondition-failed',
      `${what} does not exist (any more). Leave If-Match out to create it.`,
    );
}

function matches(ifMatch: string, etag: string): boolean {
  const tags = ifMatch.split(',').map((it) => it.trim());
  return tags.includes('*') || tags.some((it) => it.replace(/^"(.*)"$/, '$1') === etag);
}
