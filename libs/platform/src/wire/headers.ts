/** Names of the NATS headers of a request and its reply. */
export const HEADER = {
  /** The signed principal. */
  principal: 'svc-principal',
  /** The service that sends the message, signed for its subject. */
  sender: 'svc-sender',
  /** Epoch milliseconds after which nobody waits for the answer. */
  deadline: 'svc-deadline',
  /** W3C trace context; its span also names the call when the caller cancels it. */
  traceparent: 'traceparent',
  /** How to read the payload; absent means: the JSON itself. */
  form: 'svc-form',
} as const;

/** `problem`: an error; `claim`: the JSON waits in the claim check store; `file`: the answer is a `FileReply`. */
export type Form = 'problem' | 'claim' | 'file';

/** Bytes up to which a payload travels inside the message. */
export const INLINE_LIMIT = 256 * 1024;

/** Where every replica of a service hears that a caller gave up; the payload is the request's `traceparent`. */
export function cancelSubject(service: string): string {
  return `svc.${service}.call.cancel`;
}

/** Where every replica of a service is asked whether it still works on a call; the one that does replies. */
export function presenceSubject(service: string): string {
  return `svc.${service}.call.presence`;
}
