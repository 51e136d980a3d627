import { Inject, Injectable } from '@nestjs/common';
import { type Endpoint, isEventStream } from '@svc/contracts';
import { type Answer, CLAIM_CHECKS, type ClaimCheckStore } from '@svc/platform';
import { encodeAnswer } from '../answer/encode-answer';
import { reportedBy } from '../audit/reported-by';
import type { Reply } from '../answer/reply';
import type { ValidRequest } from '../request/decode-request';
import { FollowStream } from './follow-stream';
import { Admission } from './admission';
import { CallService } from './call-service';
import { mayStillRun, ReadRequest } from './read-request';
import type { Visit } from './visit';

/** Serves a request for an operation: access, validation, the service's answer. */
@Injectable()
export class ServeEndpoint {
  constructor(
    @Inject(Admission) private readonly admission: Admission,
    @Inject(ReadRequest) private readonly requests: ReadRequest,
    @Inject(CallService) private readonly services: CallService,
    @Inject(FollowStream) private readonly streams: FollowStream,
    @Inject(CLAIM_CHECKS) private readonly objects: ClaimCheckStore,
  ) {}

  async serve(endpoint: Endpoint, visit: Visit): Promise<Reply> {
    await this.admission.admit(visit, endpoint);
    const { message, staged } = await this.requests.read(endpoint, visit);
    try {
      return await this.services.call(endpoint, message, visit, (answer) =>
        this.encode(endpoint, message, answer, visit),
      );
    } catch (error) {
      if (!mayStillRun(error)) await staged?.discard();
      throw error;
    }
  }

  private encode(endpoint: Endpoint, message: ValidRequest, answer: Answer<unknown>, visit: Visit): Reply {
    const { request } = visit;
    const { response } = endpoint;
    if (answer.kind === 'value') visit.granted = { ...visit.granted, ...reportedBy(endpoint, answer) };
    if (answer.kind === 'value' && isEventStream(response))
      return this.streams.reply({ endpoint, response, request: message, first: answer.value }, visit);
    const reply = encodeAnswer(
      endpoint,
      answer,
      { method: request.method, ifNoneMatch: request.get('if-none-match') },
      (object) => this.objects.open(object),
    );
    if (answer.kind === 'value') return reply;
    const { object } = answer.kind === 'claim' ? answer.claim : answer.file;
    return { ...reply, done: () => this.objects.discard(object) };
  }
}
