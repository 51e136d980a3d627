import { ProblemError } from '@svc/contracts';

/** What a browser says about the page that sends the request. */
export interface PageOrigin {
  readonly secFetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly host: string | undefined;
}

/**
 * Refuses requests that a page of another site made the browser send (CSRF): cookies are sent whoever wrote the page. Browsers
 * name the site in Sec-Fetch-Site, older ones in Origin; `unsaid` is for callers that send neither, which no browser does.
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
