import type { Principal } from '@svc/contracts';
import { ProblemError } from '@svc/contracts';

/** On whose behalf, in which trace and until when a call is made. The `CallContext` of a handler is one. */
export interface CallOrigin {
  /** Who is calling. A service passes on whom it was called by, or itself (`servicePrincipal`). */
  readonly principal: Principal;
  /** The signed form of `principal` as it arrived, passed on unchanged; without it the caller's own key signs. */
  readonly credential?: string;
  /** The job of this service that acts for whoever started it. */
  readonly job?: string;
  /** With `job`: what the gateway signed when they started it. Without it a job speaks for nobody but its service. */
  readonly grant?: string;
  readonly traceparent?: string;
  /** Epoch milliseconds; the call never outlives it. */
  readonly deadline?: number;
  /** Gives the call up; the handler is told. */
  readonly signal?: AbortSignal;
}

export interface CallOptions {
  /**
   * The call may be executed more than once (it only reads, or carries a command id), so an unknown outcome is tried again:
   * up to three times, sharing the time that is left.
   */
  readonly retry?: boolean;
}

/** What a caller is told who gave up itself. */
export function gaveUp(signal: AbortSignal): ProblemError {
  const reason: unknown = signal.reason;
  return reason instanceof ProblemError
    ? reason
    : new ProblemError('deadline-exceeded', 'The caller gave up.', { cause: reason });
}
