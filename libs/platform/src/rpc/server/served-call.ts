import { isProblemCode, type Principal, ProblemError } from '@svc/contracts';
import type { Msg } from 'nats';
import type { Logger } from 'pino';
import type { ClaimedPayloads } from '../../claim-check/claimed-payload';
import type { PlatformMetrics } from '../../metrics/platform-metrics';
import type { PrincipalVerifier } from '../../principal/principal-verifier';
import { RefusedCredential } from '../../principal/refused-credential';
import { problemOf } from '../../problem/problem-of';
import { nextStep, type TraceStep } from '../../trace/traceparent';
import { HEADER } from '../../wire/headers';
import type { CallContext } from '../call-context';
import type { Callable } from '../callable';
import type { InFlight } from './in-flight';
import type { Refusals } from './report-refusals';
import { deadlineOf, readRequest, requireAccess } from './read-request';
import { deadlineExceeded, type Task } from '../task';
import { type Reply, writeProblem, writeReply } from './write-reply';

/** Answers one request; what Nest made of a controller method. */
export type Run = (request: unknown, context: CallContext) => Promise<unknown>;

export interface Serving {
  readonly verifier: PrincipalVerifier;
  readonly payloads: ClaimedPayloads;
  readonly inFlight: InFlight;
  /** Where refused credentials are reported. */
  readonly refusals: Refusals;
  readonly metrics: PlatformMetrics;
  readonly logger: Logger;
  /** Requests one call works on at once. */
  readonly maxConcurrency: number;
}

/** One call as its service answers it: admission, identity, validation, the handler, the reply. */
export class ServedCall {
  private working = 0;

  constructor(
    readonly call: Callable,
    private readonly run: Run,
    private readonly serving: Serving,
  ) {}

  get inFlight(): number {
    return this.working;
  }

  /** Takes a message. A request whose caller is gone is not started; one too many is refused at once, not queued. */
  receive(message: Msg): void {
    const now = Date.now();
    const deadline = deadlineOf(message, this.call, now);
    const incoming = message.headers?.get(HEADER.traceparent) ?? '';
    const step = nextStep(incoming);
    if (deadline <= now) return this.refuse(message, step, deadlineExceeded());
    if (this.working >= this.serving.maxConcurrency) {
      return this.refuse(
        message,
        step,
        new ProblemError('overloaded', 'Too many requests at once; try again in a moment.', { retryAfter: 1 }),
      );
    }
    void this.work(message, step, incoming || step.traceparent, deadline);
  }

  private async work(message: Msg, step: TraceStep, id: string, deadline: number): Promise<void> {
    const started = performance.now();
    const task = this.serving.inFlight.begin(id, deadline);
    this.working += 1;
    const answer = this.answer(message, step, task);
    let abandoned = true;
    try {
      const reply = await task.race(answer);
      abandoned = false;
      this.send(message, reply, 'ok', step.traceId, started);
    } catch (error) {
      this.sendProblem(message, step, error, started);
    }
    // The place is free only once the handler has really ended, even if it ignores its signal.
    const late = await answer.catch(() => undefined);
    if (abandoned && late?.claimed !== undefined) await this.serving.payloads.drop(late.claimed);
    this.working -= 1;
    this.serving.inFlight.end(id, task);
  }

  private async answer(message: Msg, step: TraceStep, task: Task): Promise<Reply> {
    const credential = message.headers?.get(HEADER.principal) ?? '';
    const principal = this.admit(message, credential, step);
    requireAccess(this.call, principal);
    const request = await readRequest(this.call, message, this.serving.payloads, task.signal);
    const context: CallContext = { principal, credential, ...step, deadline: task.deadline, signal: task.signal };
    task.signal.throwIfAborted();
    return writeReply(this.call, await this.run(request, context), this.serving.payloads);
  }

  /** Who is calling, through a service that may send this; what claims more is refused and goes into the audit log. */
  private admit(message: Msg, credential: string, step: TraceStep): Principal {
    const { verifier, refusals } = this.serving;
    try {
      const principal = verifier.verify(credential);
      verifier.verifySender(message.headers?.get(HEADER.sender), message.subject, principal);
      return principal;
    } catch (error) {
      if (error instanceof RefusedCredential) refusals.note(this.call, error, step.traceId);
      throw error;
    }
  }

  private refuse(message: Msg, step: TraceStep, refusal: ProblemError): void {
    this.sendProblem(message, step, refusal, performance.now());
  }

  private sendProblem(message: Msg, step: TraceStep, error: unknown, started: number): void {
    const problem = problemOf(error, step.traceId);
    if (problem.code === 'internal')
      this.serving.logger.error({ err: error, call: this.call.name, trace_id: step.traceId }, 'a call failed');
    this.send(
      message,
      writeProblem(problem),
      isProblemCode(problem.code) ? problem.code : 'internal',
      step.traceId,
      started,
    );
  }

  private send(message: Msg, reply: Reply, code: string, traceId: string, started: number): void {
    const seconds = (performance.now() - started) / 1000;
    this.serving.metrics.served.observe({ call: this.call.name, code }, seconds);
    this.serving.logger.debug({ call: this.call.name, code, seconds, trace_id: traceId }, 'answered');
    try {
      message.respond(reply.bytes, reply.headers === undefined ? {} : { headers: reply.headers });
    } catch (error) {
      // The connection is gone; the caller hears of it from its own side.
      this.serving.logger.warn({ err: error, call: this.call.name, trace_id: traceId }, 'a reply could not be sent');
    }
  }
}
