import type { Server } from 'node:http';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { type AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import { type Endpoint, getJob, type Job, job } from '@svc/contracts';
import { followJob, NatsLink, RpcClient } from '@svc/platform';
import type { Reply } from '../answer/reply';
import { Admission } from './admission';
import { originOf } from './call-service';
import type { Visit } from './visit';
import { jobEvents } from '../job/job-events';

const EVENTS = 'text/event-stream';

/** True when the operation streams events and the caller did not ask for plain JSON instead. */
export function wantsEvents(endpoint: Endpoint, accept: string | undefined): boolean {
  if (!endpoint.produces.includes(EVENTS)) return false;
  return accept === undefined || accept.includes(EVENTS) || accept.includes('*/*') || accept.includes('text/*');
}

/** Answers with a job's states as they come. */
@Injectable()
export class WatchJob {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(NatsLink) private readonly link: NatsLink,
    @Inject(Admission) private readonly admission: Admission,
    @Inject(HttpAdapterHost) private readonly http: HttpAdapterHost<AbstractHttpAdapter<Server>>,
  ) {}

  /** `now` is the job as its service just answered, so that one that is not there was refused before. */
  follow(endpoint: Endpoint, now: unknown, visit: Visit): Reply {
    const { id } = job.parse(now);
    const states = () => followJob((it) => this.fetch(it, visit), id, { signal: visit.gone, link: this.link });
    const options = {
      lastEventId: visit.request.get('last-event-id'),
      mayGoOn: () => this.admission.stillMay(visit, endpoint.access),
      stopping: () => !this.http.httpAdapter.getHttpServer().listening,
    };
    return {
      kind: 'stream',
      status: 200,
      code: null,
      headers: { 'content-type': `${EVENTS}; charset=utf-8`, 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
      open: () => Promise.resolve(Readable.from(jobEvents(states(), options), { objectMode: false })),
      bytes: null,
      compress: false,
    };
  }

  private fetch(id: string, visit: Visit): Promise<Job> {
    return this.rpc.call(getJob, { params: { id }, query: {} }, originOf(visit, visit.gone));
  }
}
