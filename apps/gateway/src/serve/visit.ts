import type { Endpoint, Principal } from '@svc/contracts';
import { nextStep, type TraceStep } from '@svc/platform';
import type { Request, Response } from 'express';
import type { Granted } from '../audit/granted-in';

/** One HTTP request while it is served, with what is known so far. */
export class Visit {
  readonly at: Date;
  readonly trace: TraceStep;
  /** The caller, once known; null for anonymous callers. */
  principal: Principal | null = null;
  /** The secret of the browser's session; null for every other caller. */
  session: string | null = null;
  /** The browser sent an invalid session cookie. */
  staleCookie = false;
  /** The object that the operation turned out to concern, under the parameter name that its target would have. */
  concerned: Readonly<Record<string, string>> = {};
  /** Header fields of every answer to this request. */
  headers: Readonly<Record<string, string>> = {};
  /** True when the answer is a stored one, for the same Idempotency-Key. */
  replayed = false;
  /** Of a JSON body, once it was read. */
  bodyHash: string | null = null;
  /** For the audit record: what a valid body would grant, known before access is decided; then what the answer reports. */
  granted: Granted = {};
  private readonly started = performance.now();
  private readonly abort = new AbortController();

  constructor(
    /** Null for a path without an operation. */
    readonly endpoint: Endpoint | null,
    readonly request: Request,
    readonly response: Response,
    now: Date,
  ) {
    this.at = now;
    this.trace = nextStep(request.get('traceparent'));
    response.once('close', () => {
      if (!response.writableFinished) this.abort.abort(new Error('the caller went away'));
    });
  }

  /** Fires when the caller disconnects before the answer. */
  get gone(): AbortSignal {
    return this.abort.signal;
  }

  get durationMs(): number {
    return performance.now() - this.started;
  }

  /** The query string as it was sent. */
  get query(): string {
    const at = this.request.originalUrl.indexOf('?');
    return at === -1 ? '' : this.request.originalUrl.slice(at + 1);
  }

  /** The address that anonymous callers are counted by. */
  get address(): string {
    return this.request.ip ?? 'unknown';
  }
}
