import { type JobState, type Json, type Principal, type Problem, ProblemError } from '@svc/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import { inTransaction } from '../../data/in-transaction';
import { execute, queryRow, queryRows } from '../../data/query-rows';
import { type JobRow, jobRow } from '../job-row';
import type { JobTiming } from '../job-timing';
import { JOB_PAGE } from './job-page.sql';
import { NEXT_TURN, STARTABLE } from './next-turn.sql';

export interface NewJob {
  readonly id: string;
  readonly kind: string;
  readonly payload: Json;
  readonly principal: Principal;
  readonly grant: string | null;
  readonly traceparent: string;
  readonly dedupeKey: string | null;
  readonly maxAttempts: number;
  readonly priority: number;
}

/** Filters of the list of jobs; null means no filter. */
export interface JobFilter {
  readonly principalId: string | null;
  readonly kind: string | null;
  readonly state: JobState | null;
  readonly before: { readonly createdUs: string; readonly id: string } | null;
  readonly limit: number;
}

/** What a queue carries: an id, and the fence that tells one start of a job from the next. */
export interface DueJob {
  readonly id: string;
  readonly kind: string;
  readonly fence: number;
}

const due = z.object({ id: z.string(), kind: z.string(), fence: z.int() });
const pagedJob = jobRow.extend({ created_us: z.string() });
const heartbeat = z.object({ cancel_requested: z.boolean() });
const ms = (parameter: string) => `${parameter} * interval '1 millisecond'`;

/** Table `job`. Every write of a run is fenced: it does nothing once another run has started. All times are Postgres's. */
export class JobStore {
  constructor(
    private readonly source: DataSource,
    private readonly timing: JobTiming,
  ) {}

  /** Null if a job with this id, or with this kind and dedupe key, exists already. */
  async insert(job: NewJob, manager?: EntityManager): Promise<JobRow | null> {
    return queryRow(
      manager ?? this.source,
      jobRow,
      `
      INSERT INTO job (id, kind, payload, principal, principal_grant, traceparent, dedupe_key, max_attempts, priority)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING *`,
      [
        job.id,
        job.kind,
        JSON.stringify(job.payload),
        JSON.stringify(job.principal),
        job.grant,
        job.traceparent,
        job.dedupeKey,
        job.maxAttempts,
        job.priority,
      ],
    );
  }

  /** The same, refused with `quota-exceeded` when the principal has `maxOpen` jobs that have not ended. However many ask at once, no more get in. */
  async insertWithin(job: NewJob, maxOpen: number, manager?: EntityManager): Promise<JobRow | null> {
    if (manager === undefined) return inTransaction(this.source, (it) => this.insertWithin(job, maxOpen, it));
    await execute(manager, "SELECT pg_advisory_xact_lock(hashtextextended('jobs of ' || $1, 0))", [job.principal.id]);
    // A repeated command returns its job and does not count twice.
    if ((await this.twin(job, manager)) !== null) return null;
    const used = await this.countOpenOf(job.principal.id, manager);
    if (used >= maxOpen) throw quotaExceeded(used, maxOpen);
    return this.insert(job, manager);
  }

  async twin(job: NewJob, manager?: EntityManager): Promise<JobRow | null> {
    return queryRow(
      manager ?? this.source,
      jobRow,
      'SELECT * FROM job WHERE id = $1 OR (kind = $2 AND dedupe_key = $3) LIMIT 1',
      [job.id, job.kind, job.dedupeKey],
    );
  }

  async find(id: string): Promise<JobRow | null> {
    return queryRow(this.source, jobRow, 'SELECT * FROM job WHERE id = $1', [id]);
  }

  /** Newest first. */
  async page({ principalId, kind, state, before, limit }: JobFilter): Promise<z.output<typeof pagedJob>[]> {
    const from = [before?.createdUs ?? null, before?.id ?? null];
    return queryRows(this.source, pagedJob, JOB_PAGE, [principalId, kind, state, ...from, limit]);
  }

  /**
   * Takes the job of a kind whose turn it is (see {@link NEXT_TURN}); null when there is nothing to take. Replicas choose one
   * after the other, so that each knows what the others started.
   */
  async claim(kind: string, onlyIdleCallers = false): Promise<JobRow | null> {
    return inTransaction(this.source, async (manager) => {
      await execute(manager, "SELECT pg_advisory_xact_lock(hashtextextended('turn of ' || $1, 0))", [kind]);
      return queryRow(manager, jobRow, NEXT_TURN, [kind, this.timing.leaseMs, onlyIdleCallers]);
    });
  }

  /** Renews the lease of the run; null if another run has taken over. */
  async renew(id: string, fence: number): Promise<{ readonly cancelRequested: boolean } | null> {
    const row = await queryRow(
      this.source,
      heartbeat,
      `
      UPDATE job SET lease_until = now() + ${ms('$3')} WHERE id = $1 AND fence = $2 AND state = 'running'
      RETURNING cancel_requested_at IS NOT NULL AS cancel_requested`,
      [id, fence, this.timing.leaseMs],
    );
    return row === null ? null : { cancelRequested: row.cancel_requested };
  }

  async progress(id: string, fence: number, progress: JobRow['progress']): Promise<void> {
    await execute(this.source, "UPDATE job SET progress = $3 WHERE id = $1 AND fence = $2 AND state = 'running'", [
      id,
      fence,
      JSON.stringify(progress),
    ]);
  }

  /** Ends the job; false when another run has taken it over. */
  async finish(
    id: string,
    fence: number,
    end: {
      readonly state: 'succeeded' | 'failed' | 'cancelled';
      readonly result: Json;
      readonly error: Problem | null;
    },
  ): Promise<boolean> {
    const touched = await execute(
      this.source,
      `
      UPDATE job SET state = $3, result = $4, error = $5, finished_at = now(), lease_until = NULL
      WHERE id = $1 AND fence = $2 AND state = 'running'`,
      [id, fence, end.state, JSON.stringify(end.result), end.error === null ? null : JSON.stringify(end.error)],
    );
    return touched === 1;
  }

  /** Puts a running job back in line; `uncounted` gives the start back. */
  async release(
    id: string,
    fence: number,
    again: { readonly delayMs: number; readonly error: Problem | null; readonly uncounted: boolean },
  ): Promise<boolean> {
    const touched = await execute(
      this.source,
      `
      UPDATE job SET state = 'queued', lease_until = NULL, enqueued_at = NULL, run_at = now() + ${ms('$3')},
        error = coalesce($4, error), attempt = attempt - $5
      WHERE id = $1 AND fence = $2 AND state = 'running'`,
      [id, fence, again.delayMs, again.error === null ? null : JSON.stringify(again.error), again.uncounted ? 1 : 0],
    );
    return touched === 1;
  }

  /** Cancels a waiting job at once and asks a running one to stop; null when it has ended or is unknown. */
  async requestCancel(id: string): Promise<JobRow | null> {
    return queryRow(
      this.source,
      jobRow,
      `
      UPDATE job SET cancel_requested_at = coalesce(cancel_requested_at, now()),
        finished_at = CASE WHEN state = 'queued' THEN now() END,
        state = CASE WHEN state = 'queued' THEN 'cancelled' ELSE state END
      WHERE id = $1 AND state IN ('queued', 'running') RETURNING *`,
      [id],
    );
  }

  /** Rows that should be on a queue and may not be. Replicas that ask at once get different rows. */
  async takeDue(limit: number): Promise<DueJob[]> {
    return queryRows(
      this.source,
      due,
      `
      UPDATE job SET enqueued_at = now() WHERE id IN (
        SELECT id FROM job
        WHERE ${STARTABLE} AND (enqueued_at IS NULL OR enqueued_at < now() - ${ms('$1')})
        ORDER BY run_at FOR UPDATE SKIP LOCKED LIMIT $2)
      RETURNING id, kind, fence`,
      [this.timing.requeueAfterMs, limit],
    );
  }

  /** The queue did take them, or (false) it did not: then the next sweep tries again. */
  async markEnqueued(ids: readonly string[], taken: boolean): Promise<void> {
    await execute(
      this.source,
      "UPDATE job SET enqueued_at = CASE WHEN $2::boolean THEN now() END WHERE id = ANY($1) AND state = 'queued'",
      [ids, taken],
    );
  }

  /** Ends jobs whose worker died: cancelled ones, and those without attempts left. Returns their ids. */
  async endAbandoned(error: Problem): Promise<{ readonly id: string }[]> {
    return queryRows(
      this.source,
      due,
      `
      UPDATE job SET finished_at = now(), lease_until = NULL,
        state = CASE WHEN cancel_requested_at IS NULL THEN 'failed' ELSE 'cancelled' END,
        error = CASE WHEN cancel_requested_at IS NULL THEN $1::jsonb END
      WHERE state = 'running' AND lease_until < now() AND (cancel_requested_at IS NOT NULL OR attempt >= max_attempts)
      RETURNING id, kind, fence`,
      [JSON.stringify(error)],
    );
  }

  async countOpen(): Promise<{ readonly queued: number; readonly running: number }> {
    const row = await queryRow(
      this.source,
      z.object({ queued: z.int(), running: z.int() }),
      `
      SELECT count(*) FILTER (WHERE state = 'queued')::int AS queued, count(*) FILTER (WHERE state = 'running')::int AS running
      FROM job WHERE state IN ('queued', 'running')`,
    );
    return row ?? { queued: 0, running: 0 };
  }

  /** Of one principal: those that have not ended. */
  async countOpenOf(principalId: string, manager?: EntityManager): Promise<number> {
    const row = await queryRow(
      manager ?? this.source,
      z.object({ used: z.int() }),
      "SELECT count(*)::int AS used FROM job WHERE principal ->> 'id' = $1 AND state IN ('queued', 'running')",
      [principalId],
    );
    return row?.used ?? 0;
  }

  async forgetFinished(): Promise<void> {
    await execute(
      this.source,
      `
      DELETE FROM job WHERE id IN (
        SELECT id FROM job WHERE finished_at < now() - ${ms('$1')} LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
      [this.timing.keepFinishedMs],
    );
  }
}

function quotaExceeded(used: number, limit: number): ProblemError {
  return new ProblemError(
    'quota-exceeded',
    `You have ${used} jobs that have not ended, and may have ${limit}. Wait for one to end, or cancel one.`,
    {
      retryAfter: 10,
      data: { quota: 'jobs', used, limit },
    },
  );
}
