import { Inject, Injectable } from '@nestjs/common';
import { isProblemCode, PROBLEMS } from '@svc/contracts';
import { LOGGER, Readiness } from '@svc/platform';
import { problemReply } from '../answer/problem-reply';
import type { Reply } from '../answer/reply';
import { sendReply } from '../answer/send-reply';
import { Recorder } from '../audit/recorder';
import { Cookies } from '../cookie/cookies';
import { HttpMetrics } from './http-metrics';
import { SECURITY_HEADERS } from '../answer/security-headers';
import type { Visit } from './visit';

interface ErrorLog {
  error(fields: object, text: string): void;
}

/** Encodes results as bytes: every failure becomes a problem document, every answer follows its audit record. */
@Injectable()
export class AnswerVisit {
  constructor(
    @Inject(Recorder) private readonly recorder: Recorder,
    @Inject(HttpMetrics) private readonly metrics: HttpMetrics,
    @Inject(Cookies) private readonly cookies: Cookies,
    @Inject(Readiness) private readonly readiness: Readiness,
    @Inject(LOGGER) private readonly logger: ErrorLog,
  ) {}

  /** Never rejects. */
  async answer(visit: Visit, work: () => Promise<Reply>): Promise<void> {
    let done: Reply['done'];
    try {
      const refused = this.refusedUnrecorded(visit);
      const reply = refused ?? (await this.workOut(visit, work));
      ({ done } = reply);
      await this.send(visit, refused ?? (await this.afterRecord(visit, reply)));
    } catch (error) {
      // The caller disconnected, or a stream's source failed after the headers were sent: nobody can be told any more.
      if (!visit.gone.aborted) this.log(visit, error, 'an answer was cut off');
      visit.response.destroy();
    } finally {
      this.metrics.observe(visit);
      await done?.().catch(() => undefined);
    }
  }

  /** While the log is unreachable nothing is done, so there is nothing to record except that, and nowhere to record it. */
  private refusedUnrecorded(visit: Visit): Reply | null {
    try {
      this.recorder.refuseIfAway();
      return null;
    } catch (error) {
      return this.refuse(visit, error);
    }
  }

  private async workOut(visit: Visit, work: () => Promise<Reply>): Promise<Reply> {
    try {
      return await work();
    } catch (error) {
      return this.refuse(visit, error);
    }
  }

  private async afterRecord(visit: Visit, reply: Reply): Promise<Reply> {
    try {
      const { at, principal, endpoint, request, durationMs, trace, replayed, granted, query, bodyHash } = visit;
      const params = { ...request.params, ...visit.concerned };
      await this.recorder.record({
        at,
        principal,
        endpoint,
        method: request.method,
        params,
        status: reply.status,
        code: reply.code,
        durationMs,
        traceId: trace.traceId,
        replayed,
        granted,
        sent: { query, bodyHash },
      });
      return reply;
    } catch (error) {
      return this.refuse(visit, error);
    }
  }

  private async send(visit: Visit, reply: Reply): Promise<void> {
    const { request, response } = visit;
    const common = { ...SECURITY_HEADERS, ...visit.headers, 'x-trace-id': visit.trace.traceId };
    if (visit.staleCookie && reply.cookies === undefined)
      response.setHeader('set-cookie', this.cookies.clearing('session'));
    // An unread body would have to be read before the connection can be reused; and during shutdown nothing sent on it would be answered.
    if (!request.complete || this.readiness.leaving.aborted) response.setHeader('connection', 'close');
    const about = { method: request.method, acceptEncoding: request.get('accept-encoding') };
    try {
      await sendReply(response, reply, about, common);
    } catch (error) {
      if (response.headersSent || visit.gone.aborted) throw error;
      await sendReply(response, this.refuse(visit, error), about, common);
    }
  }

  private refuse(visit: Visit, error: unknown): Reply {
    const repeats = visit.endpoint?.repeatsDetail === true;
    const reply = problemReply(error, visit.trace.traceId, repeats);
    // Some clients read only the status line of a refusal.
    if (repeats && reply.code !== null && isProblemCode(reply.code))
      visit.response.statusMessage = PROBLEMS[reply.code].title;
    if (reply.code === 'internal') this.log(visit, error, 'a request failed');
    return reply;
  }

  private log(visit: Visit, error: unknown, text: string): void {
    this.logger.error({ err: error, trace_id: visit.trace.traceId, operation: visit.endpoint?.name }, text);
  }
}
