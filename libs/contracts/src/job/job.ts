import { z } from 'zod';
import { timestamp } from '../json';
import { problem } from '../problem/problem';

export const jobState = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']);
export type JobState = z.infer<typeof jobState>;

/** `<service>_<uuid>`: the id itself says which service owns the job. */
export const jobId = z
  .string()
  .regex(/^(cert|compute|metrics|model|feature)_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'is not a job id');

/** How far a job is. `detail` says more, in the form that its kind declares. */
export const jobProgress = z.object({
  done: z.number(),
  total: z.number(),
  message: z.string(),
  detail: z.json().optional(),
});
export type JobProgress = z.infer<typeof jobProgress>;

/** Long-running work as a resource: stored in Postgres; a queue only transports it. */
export const job = z.object({
  id: jobId,
  kind: z.string(),
  state: jobState,
  progress: jobProgress,
  result: z.json().nullable(),
  error: problem.nullable(),
  created_at: timestamp,
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
});
export type Job = z.infer<typeof job>;

/** A job as lists show it: who started it, and not what it gave. */
export const listedJob = job.omit({ result: true }).extend({ actor: z.string() });
export type ListedJob = z.infer<typeof listedJob>;

/** True once nothing more will happen to it. */
export function isTerminal(state: JobState): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled';
}
