import { type FileReply, fileReply, jobId, problem, ProblemError, type ServiceName, SERVICES } from '@svc/contracts';
import { headers, type Msg, type MsgHdrs } from 'nats';
import { z } from 'zod';
import { type ClaimedPayloads, type ClaimTicket, claimTicket, type Payload } from '../../claim-check/claimed-payload';
import type { PlatformMetrics } from '../../metrics/platform-metrics';
import type { PrincipalSigner } from '../../principal/principal-signer';
import { internalError } from '../../problem/problem-of';
import { nextStep } from '../../trace/traceparent';
import { cancelSubject, HEADER, presenceSubject } from '../../wire/headers';
import { parseJson } from '../../wire/parse-json';
import { toJson } from '../../wire/to-json';
import type { Bus } from './bus';
import { type CallOptions, type CallOrigin, gaveUp } from './call-origin';
import type { Callable } from '../callable';
import { deadlineExceeded } from '../task';
import { ValueAnswer } from './value-answer';
import { ANSWERS_WITHIN_MS, watchPresence } from './watch-presence';
import { withRetries } from './with-retries';

/** An answer in the form it arrived: the value, a large value waiting in the claim check store, or a file. */
export type Answer<T> =
  | ValueAnswer<T>
  | { readonly kind: 'claim'; readonly claim: ClaimTicket }
  | { readonly kind: 'file'; readonly file: FileReply };

/**
 * Calls other services. Typed by the call; bounded by the call's time-out and the caller's deadline, whichever is earlier.
 * Every failure is a `ProblemError`: `unavailable` at once when nobody answers or NATS is away, and within seconds when the
 * process that took the call is gone, `deadline-exceeded`,
 * `payload-too-large`, or whatever the handler refused with.
 */
export class RpcClient {
  constructor(
    private readonly service: ServiceName,
    private readonly bus: Bus,
    private readonly signer: PrincipalSigner,
    private readonly payloads: ClaimedPayloads,
    private readonly metrics: PlatformMetrics,
  ) {}

  /** The value of the answer, however it travelled. */
  async call<Q extends z.ZodType, R extends z.ZodType>(
    call: Callable<Q, R>,
    request: z.input<Q>,
    origin: CallOrigin,
    options: CallOptions = {},
  ): Promise<z.output<R>> {
    const until = deadlineOf(call, origin);
    const answer = await this.exchange(call, request, { ...origin, deadline: until }, options);
    switch (answer.kind) {
      case 'value':
        return answer.value;
      case 'claim':
        return this.read(call, answer.claim, origin.signal, until);
      case 'file':
        throw internalError(new Error(`"${call.name}" answered with a file; use exchange()`));
    }
  }

  /** The answer as it travelled, for a caller (the gateway) that streams large values and files instead of reading them. */
  async exchange<Q extends z.ZodType, R extends z.ZodType>(
    call: Callable<Q, R>,
    request: z.input<Q>,
    origin: CallOrigin,
    options: CallOptions = {},
  ): Promise<Answer<z.output<R>>> {
    const started = performance.now();
    let code = 'ok';
    try {
      const deadline = deadlineOf(call, origin);
      const body = await this.payloads.wrap(Buffer.from(JSON.stringify(toJson(request))));
      const subject = subjectOf(call, request);
      const attempt = async (until: number) => readAnswer(call, await this.send(subject, body, origin, until));
      return await (options.retry === true ? withRetries(deadline, origin.signal, attempt) : attempt(deadline));
    } catch (error) {
      const failure = asProblem(error);
      code = failure.code;
      throw failure;
    } finally {
      this.metrics.called.observe({ call: call.name, code }, (performance.now() - started) / 1000);
    }
  }

  private async read<R extends z.ZodType>(
    call: Callable<z.ZodType, R>,
    claim: ClaimTicket,
    given: AbortSignal | undefined,
    deadline: number,
  ): Promise<z.output<R>> {
    // Not AbortSignal.timeout: Node 20 may collect one that only a combined signal looks at, before it fires.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(deadlineExceeded()), deadline - Date.now());
    const signal = given === undefined ? late.signal : AbortSignal.any([given, late.signal]);
    try {
      return readValue(call, await this.payloads.fetchOnce(claim, signal));
    } catch (error) {
      throw signal.aborted ? gaveUp(signal) : asProblem(error);
    } finally {
      clearTimeout(timer);
    }
  }

  private async send(subject: string, body: Payload, origin: CallOrigin, deadline: number): Promise<Msg> {
    const { signal } = origin;
    if (signal?.aborted === true) throw gaveUp(signal);
    const timeoutMs = Math.ceil(deadline - Date.now());
    if (timeoutMs < 1) throw deadlineExceeded();
    const { traceparent } = nextStep(origin.traceparent);
    const head = this.headersOf(origin, subject, traceparent, deadline, body.claim);
    const service = subject.split('.')[1] ?? '';
    const ended: (() => void)[] = [];
    try {
      return await this.bus.request({ subject, bytes: body.bytes, headers: head, timeoutMs }, (stop) => {
        ended.push(watchPresence(() => this.bus.hears(presenceSubject(service), traceparent, ANSWERS_WITHIN_MS), stop));
        if (signal === undefined) return;
        const onAbort = (): void => {
          stop(gaveUp(signal));
          this.bus.cancel(cancelSubject(service), traceparent);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        ended.push(() => signal.removeEventListener('abort', onAbort));
      });
    } finally {
      for (const end of ended) end();
    }
  }

  private headersOf(
    origin: CallOrigin,
    subject: string,
    traceparent: string,
    deadline: number,
    claim: boolean,
  ): MsgHdrs {
    const head = headers();
    head.set(HEADER.principal, this.credentialOf(origin));
    head.set(HEADER.sender, this.signer.signSender(subject));
    head.set(HEADER.deadline, String(Math.floor(deadline)));
    head.set(HEADER.traceparent, traceparent);
    if (claim) head.set(HEADER.form, 'claim');
    return head;
  }

  /** A service that speaks for itself signs, even inside somebody's request; everybody else's credential is passed on. */
  private credentialOf({ principal, credential, job, grant }: CallOrigin): string {
    const own = principal.kind === 'service' && principal.id === `service:${this.service}`;
    if (!own && credential !== undefined) return credential;
    if (!own && job !== undefined && grant !== undefined) return this.signer.signForJob(job, grant);
    return this.signer.sign(principal);
  }
}

/** The call's own time-out, or what is left of the caller's time if that is less. */
function deadlineOf(call: Callable, origin: CallOrigin): number {
  return Math.min(Date.now() + call.timeoutMs, origin.deadline ?? Infinity);
}

function asProblem(error: unknown): ProblemError {
  return error instanceof ProblemError ? error : internalError(error);
}

function readAnswer<R extends z.ZodType>(call: Callable<z.ZodType, R>, { data, headers }: Msg): Answer<z.output<R>> {
  switch (headers?.get(HEADER.form) ?? '') {
    case 'problem':
      throw ProblemError.fromProblem(problem.parse(parseJson(data)));
    case 'claim':
      return { kind: 'claim', claim: claimTicket.parse(parseJson(data)) };
    case 'file':
      return { kind: 'file', file: fileReply.parse(parseJson(data)) };
    default:
      return new ValueAnswer(data, () => readValue(call, data));
  }
}

function readValue<R extends z.ZodType>(call: Callable<z.ZodType, R>, json: Uint8Array): z.output<R> {
  try {
    return z.parse(call.response, parseJson(json));
  } catch (error) {
    throw asProblem(error);
  }
}

const byJob = z
  .looseObject({ params: z.looseObject({ id: jobId }) })
  .transform(({ params }) => params.id.split('_')[0] ?? '');
const byService = z.looseObject({ service: z.enum(SERVICES) }).transform(({ service }) => service);
const owner = z.union([byJob, byService]);

/** The subject with `{service}` filled in: from the job id, whose first part names its owner, or as the request says. */
function subjectOf(call: Callable, request: unknown): string {
  if (!call.subject.includes('{service}')) return call.subject;
  const parsed = owner.safeParse(request);
  if (!parsed.success) throw new ProblemError('invalid-request', 'The id does not name the service that owns the job.');
  return call.subject.replace('{service}', parsed.data);
}
