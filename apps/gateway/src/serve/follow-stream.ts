import type { Server } from 'node:http';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { type AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import { type Endpoint, type EventBatch, type EventStream, ProblemError } from '@svc/contracts';
import { follow, NatsLink, RpcClient } from '@svc/platform';
import type { Reply } from '../answer/reply';
import type { ValidRequest } from '../request/decode-request';
import { Admission } from './admission';
import { originOf } from './call-service';
import type { Visit } from './visit';
import { serverSentEvents } from './server-sent-events';

const EVENTS = 'text/event-stream';
const NO_STORE = { 'cache-control': 'no-store' } as const;

/** The operation, the request that started the stream, and the service's first answer. */
export interface Streaming {
  readonly endpoint: Endpoint;
  readonly response: EventStream;
  readonly request: ValidRequest;
  readonly first: unknown;
}

/** Answers with a service's events as they arrive. */
@Injectable()
export class FollowStream {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(NatsLink) private readonly link: NatsLink,
    @Inject(Admission) private readonly admission: Admission,
    @Inject(HttpAdapterHost) private readonly http: HttpAdapterHost<AbstractHttpAdapter<Server>>,
  ) {}

  /** `first` is the service's first answer, so that a missing object was refused before the stream starts. */
  reply(streaming: Streaming, visit: Visit): Reply {
    const { endpoint, response, request } = streaming;
    const first = response.parse(streaming.first);
    if (!wantsEvents(visit.request.get('accept'))) return snapshotOf(response, first);
    // The event that tells a browser not to reconnect.
    if (request.after !== undefined && first.ended && first.events.length === 0)
      return { kind: 'empty', status: 204, code: null, headers: NO_STORE };
    const options = {
      mayGoOn: () => this.admission.stillMay(visit, endpoint.access),
      stopping: () => !this.http.httpAdapter.getHttpServer().listening,
    };
    return {
      kind: 'stream',
      status: 200,
      code: null,
      headers: { 'content-type': `${EVENTS}; charset=utf-8`, ...NO_STORE, 'x-accel-buffering': 'no' },
      open: () =>
        Promise.resolve(
          Readable.from(serverSentEvents(this.batches(streaming, first, visit), options), { objectMode: false }),
        ),
      bytes: null,
      compress: false,
    };
  }

  private async *batches(
    { endpoint, response, request }: Streaming,
    first: EventBatch,
    visit: Visit,
  ): AsyncGenerator<EventBatch, void, undefined> {
    yield first;
    if (first.ended) return;
    let after = first.events.at(-1)?.id ?? request.after;
    const origin = originOf(visit, visit.gone);
    const ask = async () => {
      const asked = { ...request, ...(after === undefined ? {} : { after }) };
      const answer = await this.rpc.exchange(endpoint, asked, origin);
      if (answer.kind !== 'value') throw new ProblemError('internal', 'Too many events came at once.');
      const batch = response.parse(answer.value);
      after = batch.events.at(-1)?.id ?? after;
      return { ...batch, changed: batch.events.length > 0 };
    };
    yield* follow(ask, first.wake, { signal: visit.gone, link: this.link });
  }
}

/** True unless the caller accepts other types but no events. */
function wantsEvents(accept: string | undefined): boolean {
  return accept === undefined || accept.includes(EVENTS) || accept.includes('*/*') || accept.includes('text/*');
}

/** For a caller that accepts JSON only: the state in the newest event. */
function snapshotOf({ snapshot }: EventStream, { events }: EventBatch): Reply {
  const newest = events.filter((it) => it.event === snapshot).at(-1);
  if (newest === undefined)
    throw new ProblemError('not-acceptable', `Accept ${EVENTS}.`, { data: { offered: [EVENTS] } });
  return {
    kind: 'text',
    status: 200,
    code: null,
    headers: { 'content-type': 'application/json; charset=utf-8', ...NO_STORE },
    body: Buffer.from(JSON.stringify(newest.data)),
    compress: true,
  };
}
