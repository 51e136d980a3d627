/** A job that may start now: it waits and its time has come, or its worker has been silent for too long. */
export const STARTABLE = `cancel_requested_at IS NULL AND attempt < max_attempts
  AND ((state = 'queued' AND run_at <= now()) OR (state = 'running' AND lease_until < now()))`;

/**
 * Starts the next job of kind $1, with a lease of $2 milliseconds. Callers take turns: first those with the fewest
 * running jobs of this kind, over all replicas; among them the one who has waited longest for a start. A caller's own
 * jobs go by priority, then by age. With $3, only callers without a running job have a turn.
 */
export const NEXT_TURN = `
  WITH startable AS (
    SELECT id, run_at, principal ->> 'id' AS caller,
      row_number() OVER (PARTITION BY principal ->> 'id' ORDER BY priority DESC, run_at, created_at, id) AS place
    FROM job WHERE kind = $1 AND ${STARTABLE}
  ), turn AS (
    SELECT startable.id FROM startable
      CROSS JOIN LATERAL (
        SELECT count(*) AS running FROM job
        WHERE state = 'running' AND lease_until >= now() AND kind = $1 AND principal ->> 'id' = startable.caller
      ) AS own
      CROSS JOIN LATERAL (
        SELECT max(started_at) AS last_start FROM job WHERE kind = $1 AND principal ->> 'id' = startable.caller
      ) AS served
    WHERE place = 1 AND (NOT $3::boolean OR own.running = 0)
    ORDER BY own.running, last_start NULLS FIRST, startable.run_at, startable.id LIMIT 1
  )
  UPDATE job SET state = 'running', attempt = attempt + 1, fence = fence + 1, started_at = coalesce(started_at, now()),
    lease_until = now() + $2 * interval '1 millisecond', enqueued_at = NULL
  FROM turn WHERE job.id = turn.id AND ${STARTABLE} RETURNING job.*`;
