import type { z } from 'zod';
import { type Client, type ClientCallOptions, type ClientInput, clientOver } from './client';
import { openClientCall } from './client-call';
import { ProblemError } from '../problem/problem';
import { beginOidc, getSession, signedIn, type SignedIn, signIn, signOut } from '../session/session.endpoints';

export interface SessionClientOptions {
  /** Where the page is from (`location.origin`): cookies go nowhere else. */
  readonly origin: string;
  /** Default: the global `fetch`, which keeps the cookie; no script ever sees it. */
  readonly fetch?: typeof fetch;
  /** Told when a call was refused because nobody is signed in any more. */
  readonly onSignedOut?: () => void;
}

/** A {@link Client} for pages that the gateway serves: it calls as whoever is signed in in this browser, and has no token. */
export interface SessionClient extends Client {
  /** Signs a local user in; rejects with `unauthenticated` when login and password do not fit. */
  signIn(input: ClientInput<typeof signIn>, options?: ClientCallOptions): Promise<SignedIn>;
  /** Ends this session; `provider_logout` is where the page sends the browser next, if anywhere. */
  signOut(
    input?: ClientInput<typeof signOut>,
    options?: ClientCallOptions,
  ): Promise<z.output<(typeof signOut)['response']>>;
  /** Who is signed in; null when nobody is. */
  currentSession(options?: ClientCallOptions): Promise<SignedIn | null>;
  /** Where the page sends the browser to sign in by the identity provider; it comes back to `returnTo`, a path on this server. */
  providerSignIn(returnTo: string): string;
}

/**
 * A typed client for pages of the gateway's own origin. The gateway takes a cookie only with a request that the browser says
 * is of the same origin; so the client asks the browser to send nothing across origins, and no page has to keep a secret.
 */
export function createSessionClient({ origin, onSignedOut, ...rest }: SessionClientOptions): SessionClient {
  const transport = { ...rest, baseUrl: origin, byCookie: true } as const;
  const signing = openClientCall(transport);
  const open = openClientCall({
    ...transport,
    onRefusal: ({ code }) => {
      if (code === 'unauthenticated') onSignedOut?.();
    },
  });
  const asSignedIn = async (answer: Promise<unknown>): Promise<SignedIn> => signedIn.parse(await answer);
  return {
    ...clientOver(open),
    // Its secrets are in cookies by the time it arrives.
    signIn: (input, options) =>
      asSignedIn(
        signing.operation({ ...signIn, response: signedIn, etag: null, location: null, reports: null })(input, options),
      ),
    signOut: async (input, options) => signOut.response.parse(await signing.operation(signOut)(input, options)),
    currentSession: (options) =>
      asSignedIn(signing.operation(getSession)({}, options)).catch((error: unknown) => {
        if (error instanceof ProblemError && error.code === 'unauthenticated') return null;
        throw error;
      }),
    providerSignIn: (returnTo) => {
      const query = beginOidc.query.parse({ return_to: returnTo });
      return new URL(`${beginOidc.path}?${new URLSearchParams(query).toString()}`, origin).href;
    },
  };
}
