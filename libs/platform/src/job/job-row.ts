import { type Job, jobProgress, jobState, type ListedJob, principal, problem } from '@svc/contracts';
import { z } from 'zod';

/** A row of table `job`, as it lies in Postgres. */
export const jobRow = z.object({
  id: z.string(),
  kind: z.string(),
  payload: z.json(),
  principal,
  principal_grant: z.string().nullable(),
  traceparent: z.string(),
  state: jobState,
  attempt: z.int(),
  max_attempts: z.int(),
  /** Rises with every start; only the run that holds the newest one may write. */
  fence: z.int(),
  cancel_requested_at: z.date().nullable(),
  progress: jobProgress,
  result: z.json().nullable(),
  error: problem.nullable(),
  created_at: z.date(),
  started_at: z.date().nullable(),
  finished_at: z.date().nullable(),
});
export type JobRow = z.output<typeof jobRow>;

/** The job as lists show it. */
export function toListedJob(row: JobRow): ListedJob {
  const { result: _, ...listed } = toJob(row);
  return { ...listed, actor: row.principal.id };
}

/** The job as callers see it: no payload, no bookkeeping. */
export function toJob(row: JobRow): Job {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    progress: row.progress,
    result: row.result,
    error: row.state === 'failed' ? row.error : null,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
