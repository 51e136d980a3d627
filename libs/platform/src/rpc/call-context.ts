import type { Principal } from '@svc/contracts';

/** What a handler knows about the call it answers; passing it on to `RpcClient.call` carries everything along. */
export interface CallContext {
  /** Who is calling, verified. Frozen. */
  readonly principal: Principal;
  /** The signed form of `principal`, as it arrived; passed on as is, because only its issuer can sign it. */
  readonly credential?: string;
  /** W3C trace id, 32 hex digits: the `trace_id` of logs, problems and audit records. */
  readonly traceId: string;
  /** W3C `traceparent` of this step. */
  readonly traceparent: string;
  /** Epoch milliseconds after which nobody waits for the answer. */
  readonly deadline: number;
  /** Fires at the deadline, when the caller gives up, and when the service must stop: pass it to everything that waits. */
  readonly signal: AbortSignal;
}
