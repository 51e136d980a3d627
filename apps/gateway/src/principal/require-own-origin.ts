import { ProblemError } from '@svc/contracts';

/** What a browser says of the page that makes it send something. */
export interface PageOrigin {
  readonly secFetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly host: string | undefined;
}

/**
 * Refuses what a page of another site made a browser send (CSRF): cookies travel with it whoever wrote the page. Browsers say so
 * in Sec-Fetch-Site, older ones in Origin; `unsaid` is for callers that say neither, which no browser is.
 */
export function requireOwnOrigin(page: PageOrigin, publicUrl: string | undefined, unsaid: 'refused' | 'taken'): void {
  if (isOwn(page, publicUrl, unsaid)) return;
  throw new ProblemError(
    'forbidden',
    'This request was not sent by a page of this server, which a session cookie requires. A program sends a token instead.',
    { data: { reason: 'cross-site' } },
  );
}

function isOwn(
  { secFetchSite, origin, host }: PageOrigin,
  publicUrl: string | undefined,
  unsaid: 'refused' | 'taken',
): boolean {
  if (secFetchSite !== undefined) return secFetchSite === 'same-origin' || secFetchSite === 'none';
  if (origin === undefined) return unsaid === 'taken';
  if (!URL.canParse(origin)) return false;
  return publicUrl === undefined ? new URL(origin).host === host : new URL(origin).origin === new URL(publicUrl).origin;
}
