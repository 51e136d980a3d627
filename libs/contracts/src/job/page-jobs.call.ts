import { z } from 'zod';
import { internalCall, SERVICES } from '../endpoint/endpoint';
import { jobState, listedJob } from './job';

/** Where a job stands among those of all services: when it was created, in microseconds since 1970, and its id. */
export const JOB_KEY = /^[1-9]\d{15} [a-z]+_[0-9a-f-]{36}$/;
const jobKey = z.string().regex(JOB_KEY);

/** The jobs of one service that the caller may see, newest first, from `before` on. */
export const pageJobs = internalCall({
  name: 'job.page',
  subject: 'svc.{service}.job.page',
  request: z.strictObject({
    service: z.enum(SERVICES),
    kind: z.string().nullable(),
    state: jobState.nullable(),
    mine: z.boolean(),
    before: jobKey.nullable(),
    limit: z.int().min(1).max(1000),
  }),
  response: z.object({ items: z.array(z.object({ key: jobKey, job: listedJob })) }),
});
