import { ProblemError } from '@svc/contracts';
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { z } from 'zod';
import { away } from './bounded-fetch';

/** These concern the client or the provider, not the person: their session must not end because of them. */
const NOT_THEIRS = new Set([
  'invalid_client',
  'unauthorized_client',
  'server_error',
  'temporarily_unavailable',
  'slow_down',
]);

/** What the caller is told: `unavailable`, or for any other defect `unauthenticated`: such an answer vouches for nobody. */
export function refusalOf(error: unknown): ProblemError {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof ProblemError) return at;
  if (error instanceof ClientError && (error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT'))
    return away(error);
  const said = saidBy(error);
  if (said === null) return notVouched('its answer is not valid', error);
  return NOT_THEIRS.has(said)
    ? away(error)
    : notVouched(`it says "${said.replaceAll(/[^a-z_]/g, '').slice(0, 50)}"`, error);
}

export function notVouched(why: string, cause?: unknown): ProblemError {
  return new ProblemError(
    'unauthenticated',
    `The identity provider did not sign you in: ${why}. Start again at /api/session/oidc.`,
    { cause },
  );
}

const explained = z.object({ message: z.string(), cause: z.unknown().optional() });

/** What went wrong and its causes, outermost first, for the log. Messages and codes only: other members of such errors contain answers and claims. */
export function reasonsOf(error: unknown): string[] {
  const reasons: string[] = [];
  for (let at = explained.safeParse(error); at.success && reasons.length < 5; at = explained.safeParse(at.data.cause))
    reasons.push(at.data.message.slice(0, 300));
  const said = saidBy(error);
  return said === null ? reasons : [said.slice(0, 100), ...reasons];
}

/** The OAuth error code in an answer; a provider that rejects the client's credentials may send it in a challenge, or only challenge (RFC 6749 §5.2). */
function saidBy(error: unknown): string | null {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) return error.error;
  if (!(error instanceof WWWAuthenticateChallengeError)) return null;
  return error.cause.map((it) => it.parameters.error).find((it) => it !== undefined) ?? 'invalid_client';
}
