import type { Endpoint, Principal } from '@svc/contracts';
import { nextStep, type TraceStep } from '@svc/platform';
import type { Request, Response } from 'express';
import type { Granted } from '../audit/granted-in';

/** One HTTP request while it is served: what is known of it so far. */
export class Visit {
  readonly at: Date;
  readonly trace: TraceStep;
  /** Who is calling, once that is known; null is nobody in particular. */
  principal: Principal | null = null;
  /** The secret of the session in which the browser calls; null for every other caller. */
  session: string | null = null;
  /** The browser sent a session cookie that is worth nothing. */
  staleCookie = false;
  /** Whom the operation turned out to be about, by the name of the parameter that its target would have. */
  concerned: Readonly<Record<string, string>> = {};
  /** Fields that every answer to this request carries. */
  headers: Readonly<Record<string, string>> = {};
  /** True when the answer was given before, to the same Idempotency-Key. */
  replayed = false;
  /** Of a JSON body, once it was read. */
  bodyHash: string | null = null;
  /** For the record: what a valid body would grant, known before anybody decides whether it does; then what the answer reports. */
  granted: Granted = {};
  private readonly started = performance.now();
  private readonly abort = new AbortController();

  constructor(
    /** Null for a path that no operation has. */
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

  /** Fires when the caller goes away before it was answered. */
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
