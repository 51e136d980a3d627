import { z } from 'zod';
import { endpoint } from '../endpoint/endpoint';
import { eventStream } from '../endpoint/event-stream';
import { pageOf, pageQuery } from '../endpoint/page';
import { job, jobId, jobState, listedJob } from './job';

const params = z.strictObject({ id: jobId });

export const listJobs = endpoint({
  name: 'job.list',
  summary: 'Your jobs, or for admins everybody’s, of all services, newest first',
  method: 'GET',
  path: '/api/jobs',
  subject: 'svc.gateway.job.list',
  query: pageQuery.extend({
    /** A kind of job: `derivation.run`. */
    kind: z.string().max(100).optional(),
    state: jobState.optional(),
    /** Only jobs that the caller started; matters only for admins. */
    mine: z.enum(['true', 'false']).default('false'),
  }),
  response: pageOf(listedJob),
  problems: ['unavailable'],
  access: { scope: 'job:read' },
});

export const getJob = endpoint({
  name: 'job.get',
  summary: 'A job: its state, progress and result',
  method: 'GET',
  path: '/api/jobs/{id}',
  subject: 'svc.{service}.job.get',
  params,
  response: job,
  problems: ['not-found'],
  access: { scope: 'job:read' },
  target: { type: 'job', param: 'id' },
});

/** Its state now, and after each change. */
export const watchJob = endpoint({
  name: 'job.watch',
  summary: 'A job as server-sent events, until it ends',
  method: 'GET',
  path: '/api/jobs/{id}/events',
  subject: 'svc.{service}.job.watch',
  params,
  response: eventStream({ job }, { snapshot: 'job' }),
  problems: ['not-found'],
  access: { scope: 'job:read' },
  target: { type: 'job', param: 'id' },
});

export const cancelJob = endpoint({
  name: 'job.cancel',
  summary: 'Cancels a job: work under way is stopped',
  method: 'DELETE',
  path: '/api/jobs/{id}',
  subject: 'svc.{service}.job.cancel',
  params,
  response: job,
  problems: ['not-found', 'conflict'],
  access: { scope: 'job:cancel' },
  target: { type: 'job', param: 'id' },
});
