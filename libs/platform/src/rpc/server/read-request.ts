import { mayCall, type Principal, problemItems, ProblemError } from '@svc/contracts';
import type { Msg } from 'nats';
import type { ClaimedPayloads } from '../../claim-check/claimed-payload';
import { claimTicket } from '../../claim-check/claimed-payload';
import { isAnonymous } from '../../principal/service-principal';
import { HEADER } from '../../wire/headers';
import { parseJson } from '../../wire/parse-json';
import type { Callable } from '../callable';

/** When nobody waits any more: what the caller says, but never longer than the call itself allows. */
export function deadlineOf(message: Msg, call: Callable, now: number): number {
  const said = Number(message.headers?.get(HEADER.deadline) ?? '');
  return Number.isFinite(said) && said > 0 ? Math.min(said, now + call.timeoutMs) : now + call.timeoutMs;
}

/** The principal's right to make this call; checked again here because services trust nothing but the signed principal. */
export function requireAccess(call: Callable, who: Principal): void {
  const known = isAnonymous(who) ? null : who;
  if (mayCall(call.access ?? 'authenticated', known)) return;
  if (known === null) throw new ProblemError('unauthenticated', `"${call.name}" needs a token.`);
  throw new ProblemError('forbidden', `"${call.name}" needs a scope that this principal does not have.`);
}

/** The validated request of a message; refuses it with a pointer for every member at fault. */
export async function readRequest(
  call: Callable,
  message: Msg,
  payloads: ClaimedPayloads,
  signal: AbortSignal,
): Promise<unknown> {
  const received = parseJson(message.data);
  const body =
    message.headers?.get(HEADER.form) === 'claim'
      ? parseJson(await payloads.fetch(claimTicket.parse(received), signal))
      : received;
  const parsed = call.request.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ProblemError('invalid-request', 'The request does not fit its schema; see "errors".', {
    errors: problemItems(parsed.error),
  });
}
