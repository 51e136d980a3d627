import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type Principal, ProblemError, TRACKING_ENDPOINTS, trackingCall } from '@svc/contracts';
import { HEADER, LOGGER, PrincipalVerifier } from '@svc/platform';
import type { Logger } from 'pino';
import { AnswerCall } from './answer-call';
import { refusalReply } from './mlflow-answer';
import type { TrackingReply } from './tracking.ports';

/** What MLflow is told of a request: nothing of who sends it, and nothing about the connection. */
const PASSED_ON = ['accept', 'content-type', 'content-length', 'if-none-match', 'if-modified-since', 'range'];
/** What its sender is told of the answer. */
const PASSED_BACK = [
  ...['content-type', 'content-length', 'content-disposition', 'content-range', 'accept-ranges'],
  ...['etag', 'last-modified', 'cache-control', 'retry-after'],
];

/** Answers what the gateway passes on to the mount of MLflow. Nobody else is answered. */
@Injectable()
export class TrackingMount {
  constructor(
    @Inject(PrincipalVerifier) private readonly verifier: PrincipalVerifier,
    private readonly calls: AnswerCall,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'error'>,
  ) {}

  /** Never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort(new Error('the caller went away')));
    try {
      const reply = await this.answer(request, gone.signal).catch((error: unknown) => this.refuse(error, gone.signal));
      const headers = only(PASSED_BACK, reply.headers);
      response.writeHead(reply.status, request.complete ? headers : { ...headers, connection: 'close' });
      await pipeline(reply.body, response);
    } catch {
      response.destroy();
    }
  }

  private async answer(request: IncomingMessage, signal: AbortSignal): Promise<TrackingReply> {
    const who = this.whoAsks(request);
    const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s);
    const call = trackingCall(request.method ?? '', path);
    if (call === null) throw new ProblemError('not-found', 'The tracking server has no such call here.');
    const content = { headers: only(PASSED_ON, request.headers), query, body: request };
    return this.calls.answer(call, content, who, signal);
  }

  /** The gateway alone may pass on calls, and it says for whom. */
  private whoAsks({ headers }: IncomingMessage): Principal {
    const { [HEADER.principal]: principal, [HEADER.sender]: sender } = only([HEADER.principal, HEADER.sender], headers);
    const who = this.verifier.verify(principal);
    this.verifier.verifySender(sender, TRACKING_ENDPOINTS.read.subject, who);
    return who;
  }

  private refuse(error: unknown, gone: AbortSignal): TrackingReply {
    if (!(error instanceof ProblemError) && !gone.aborted)
      this.logger.error({ err: error }, 'a call to the tracking server failed');
    return refusalReply(error);
  }
}

/** The headers of these names that are there once. */
function only(names: readonly string[], headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
