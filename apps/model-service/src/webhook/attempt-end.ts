/** Seconds before each try after the first (Standard Webhooks): ten tries in 75 hours and 35 minutes. */
const DELAYS_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
export const MAX_ATTEMPTS = DELAYS_S.length + 1;
/** Of what a receiver asks for, and of our own delays with their spread. */
const MAX_DELAY_S = 95_040;
/** Statuses by which a receiver says that it has too much to do. */
const BUSY: ReadonlySet<number> = new Set([429, 502, 504]);
const PAUSE_S = 60;

/** How a try went. */
export interface Tried {
  readonly at: Date;
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly retryAfter: string | null;
  readonly durationMs: number;
  /** Why there was none. */
  readonly error: string | null;
}

/** What follows from a try. */
export type AttemptEnd =
  | { readonly kind: 'delivered' }
  /** `pause`: nothing else goes to this receiver so soon, either. */
  | { readonly kind: 'again'; readonly afterMs: number; readonly pause: boolean }
  /** `disables`: the receiver wants no more of anything. */
  | { readonly kind: 'dead'; readonly disables: string | null };

/** The rule. `spread` is from 0 to 1, so that what failed together is not tried together. */
export function attemptEnd(attempt: number, tried: Tried, spread: number): AttemptEnd {
  const { status } = tried;
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410) return { kind: 'dead', disables: 'The receiver answered 410 Gone: it wants no more events.' };
  const delay = DELAYS_S[attempt - 1];
  if (delay === undefined) return { kind: 'dead', disables: null };
  const busy = status !== null && BUSY.has(status);
  const wanted = Math.max(delay * (1 + spread / 10), busy ? PAUSE_S : 0, askedFor(tried));
  return { kind: 'again', afterMs: Math.round(Math.min(wanted, MAX_DELAY_S) * 1000), pause: busy };
}

/** `Retry-After` in seconds: a number or a date. */
function askedFor({ retryAfter, at }: Tried): number {
  if (retryAfter === null) return 0;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? 0 : Math.max(0, (date - at.getTime()) / 1000);
}

/** Why a try did not count, for people; null if it did. */
export function errorText({ status, error }: Tried): string | null {
  if (status === null) return error ?? 'no answer';
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? `the receiver answered ${status}; redirects are not followed, so configure the address itself`
    : `the receiver answered ${status}`;
}
