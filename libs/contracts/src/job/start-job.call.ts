import { z } from 'zod';
import { internalCall } from '../endpoint/endpoint';
import { job, jobId } from './job';

/**
 * Starts a job of another service on behalf of the caller. The id, chosen by the caller, names the service that runs it
 * (`feature_<uuid>`); repeating the call with it answers with the same job.
 */
export const startJob = internalCall({
  name: 'job.start',
  subject: 'svc.{service}.job.start',
  request: z.strictObject({
    params: z.strictObject({ id: jobId }),
    kind: z.string(),
    payload: z.json(),
    priority: z.int().min(-100).max(100).default(0),
  }),
  response: job,
});
