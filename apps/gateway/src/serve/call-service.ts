import { Inject, Injectable } from '@nestjs/common';
import type { Endpoint, Principal } from '@svc/contracts';
import { ANONYMOUS, type Answer, type CallOrigin, RpcClient, ValueAnswer } from '@svc/platform';
import type { Reply } from '../answer/reply';
import { AnswerOnce } from '../idempotency/answer-once';
import type { ValidRequest } from '../request/decode-request';
import { SetCookies } from '../cookie/set-cookies';
import { SessionOperations } from '../sign-in/session-operations';
import { BrowserOf } from './browser-of';
import type { Visit } from './visit';

/** Sends a validated request to the service that owns the operation; session operations are answered here. */
@Injectable()
export class CallService {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(AnswerOnce) private readonly once: AnswerOnce,
    @Inject(SessionOperations) private readonly sessions: SessionOperations,
    @Inject(BrowserOf) private readonly browsers: BrowserOf,
    @Inject(SetCookies) private readonly cookies: SetCookies,
  ) {}

  /** The service's answer as a reply; with an Idempotency-Key, the first answer for this key. */
  async call(
    endpoint: Endpoint,
    request: ValidRequest,
    visit: Visit,
    encode: (answer: Answer<unknown>) => Reply,
  ): Promise<Reply> {
    const here = this.sessions.find(endpoint);
    if (here !== null)
      return this.cookies.reply(endpoint, ValueAnswer.of(await here(request, this.browsers.of(visit))), encode);
    const key = endpoint.idempotencyKey ? visit.request.get('idempotency-key') : undefined;
    if (key === undefined || visit.principal === null)
      return encode(await this.rpc.exchange(endpoint, request, originOf(visit, visit.gone)));
    // Not cancelled when the caller disconnects: a retry with this key wants the answer.
    const { reply, replayed } = await this.once.answer(endpoint, visit.principal, key, request, async () =>
      encode(await this.rpc.exchange(endpoint, request, originOf(visit))),
    );
    visit.replayed = replayed;
    return reply;
  }
}

/** The identity and the trace under which calls for this visit are made. */
export function originOf(visit: Visit, signal?: AbortSignal): CallOrigin & { readonly principal: Principal } {
  return {
    principal: visit.principal ?? ANONYMOUS,
    traceparent: visit.trace.traceparent,
    ...(signal === undefined ? {} : { signal }),
  };
}
