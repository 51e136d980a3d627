import { Injectable } from '@nestjs/common';
import { type DeliveryState, deliveryState, webhookEvent } from '@svc/contracts';
import { execute, inTransaction, queryRow, queryRows } from '@svc/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { type AttemptEnd, errorText, type Tried } from '../attempt-end';
import type { DeadLetters, DeliveryStore, TakenDelivery } from '../webhook.ports';

const KEPT = "interval '30 days'";
/** Longer than a post may take. */
const LEASE = "interval '1 minute'";

const takenRow = z
  .object({
    id: z.uuid(),
    webhook: z.string(),
    body: z.string(),
    attempts: z.int(),
    fence: z.int(),
    url: z.string(),
    secret: z.string(),
    former_secret: z.string().nullable(),
  })
  .transform(({ attempts, former_secret, ...same }): TakenDelivery => ({
    ...same,
    attempt: attempts,
    formerSecret: former_secret,
  }));

const time = z.date().transform((it) => it.toISOString());
const listedRow = z.object({
  seq: z.coerce.number(),
  id: z.uuid(),
  webhook: z.string(),
  event: z.string().transform((it) => webhookEvent.parse(JSON.parse(it))),
  state: deliveryState,
  attempts: z.int(),
  due_at: time.nullable(),
  created_at: time,
  tries: z.array(
    z.object({
      at: z.string().transform((it) => new Date(it).toISOString()),
      status: z.int().nullable(),
      duration_ms: z.number(),
      error: z.string().nullable(),
    }),
  ),
});

/** Table `webhook_delivery`: rows are found by their own state, as the outbox's are. */
@Injectable()
export class PostgresDeliveryStore implements DeliveryStore {
  constructor(private readonly source: DataSource) {}

  /** Deliveries of different receivers do not wait for each other: each has its own share of a take. */
  take(busy: readonly string[], limit: number): Promise<readonly TakenDelivery[]> {
    return queryRows(
      this.source,
      takenRow,
      `
      WITH due AS (
        SELECT d.id FROM webhook w CROSS JOIN LATERAL (
          SELECT id, due_at FROM webhook_delivery
          WHERE webhook = w.name AND state = 'waiting' AND due_at <= now() ORDER BY due_at, seq LIMIT $2 FOR UPDATE SKIP LOCKED) d
        WHERE w.name <> ALL ($1) AND w.definition->'enabled' = 'true' AND w.disabled_reason IS NULL)
      UPDATE webhook_delivery d SET attempts = attempts + 1, fence = fence + 1, due_at = now() + ${LEASE}
      FROM due, webhook w, webhook_event e WHERE d.id = due.id AND w.name = d.webhook AND e.id = d.event
      RETURNING d.id, d.webhook, e.body, d.attempts, d.fence, w.definition->>'url' AS url, w.secret,
        CASE WHEN w.former_secret_until > now() THEN w.former_secret END AS former_secret`,
      [busy, limit],
    );
  }

  async finish(taken: TakenDelivery, tried: Tried, end: AttemptEnd): Promise<void> {
    await inTransaction(this.source, async (manager) => {
      await execute(
        manager,
        `INSERT INTO webhook_attempt (delivery, at, status, duration_ms, error) SELECT id, $2, $3, $4, $5 FROM webhook_delivery WHERE id = $1
         ON CONFLICT DO NOTHING`,
        [taken.id, tried.at, tried.status, tried.durationMs, errorText(tried)?.slice(0, 500)],
      );
      const [state, afterMs] =
        end.kind === 'again' ? ['waiting', end.afterMs] : [end.kind === 'delivered' ? 'delivered' : 'dead', 0];
      const ours = await execute(
        manager,
        `UPDATE webhook_delivery SET state = $3, due_at = now() + $4 * interval '1 millisecond'
         WHERE id = $1 AND fence = $2 AND state = 'waiting'`,
        [taken.id, taken.fence, state, afterMs],
      );
      if (ours === 1) await tellWebhook(manager, taken, end);
    });
  }

  page(
    webhook: string,
    { state, before, limit }: { state: DeliveryState | undefined; before: number | null; limit: number },
  ) {
    return queryRows(
      this.source,
      listedRow,
      `SELECT d.seq, d.id, d.webhook, e.body AS event, d.state, d.attempts, CASE WHEN d.state = 'waiting' THEN d.due_at END AS due_at, d.created_at,
         coalesce((SELECT jsonb_agg(jsonb_build_object('at', a.at, 'status', a.status, 'duration_ms', a.duration_ms, 'error', a.error) ORDER BY a.at)
           FROM (SELECT * FROM webhook_attempt WHERE delivery = d.id ORDER BY at DESC LIMIT 20) a), '[]') AS tries
       FROM webhook_delivery d JOIN webhook_event e ON e.id = d.event
       WHERE d.webhook = $1 AND ($2::text IS NULL OR d.state = $2) AND ($3::bigint IS NULL OR d.seq < $3) ORDER BY d.seq DESC LIMIT $4`,
      [webhook, state ?? null, before, limit],
    );
  }

  replay(webhook: string, which: DeadLetters): Promise<number> {
    const [condition, values] =
      'deliveries' in which
        ? ['id = ANY($2)', [which.deliveries]]
        : ['created_at >= $2 AND ($3::timestamptz IS NULL OR created_at <= $3)', [which.since, which.until ?? null]];
    return execute(
      this.source,
      `UPDATE webhook_delivery SET state = 'waiting', attempts = 0, due_at = now() WHERE webhook = $1 AND state = 'dead' AND ${condition}`,
      [webhook, ...values],
    );
  }

  async prune(): Promise<void> {
    await execute(
      this.source,
      `DELETE FROM webhook_event e WHERE created_at < now() - ${KEPT}
       AND NOT EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.event = e.id AND d.state = 'waiting')`,
    );
  }
}

/** What a try means for the other deliveries of the same webhook. */
async function tellWebhook(manager: EntityManager, { webhook, id }: TakenDelivery, end: AttemptEnd): Promise<void> {
  if (end.kind === 'delivered')
    await execute(manager, 'UPDATE webhook SET last_delivered_at = now() WHERE name = $1', [webhook]);
  if (end.kind === 'again' && end.pause)
    await execute(
      manager,
      `UPDATE webhook_delivery SET due_at = now() + $2 * interval '1 millisecond'
       WHERE webhook = $1 AND state = 'waiting' AND due_at < now() + $2 * interval '1 millisecond'`,
      [webhook, end.afterMs],
    );
  if (end.kind === 'dead') await disable(manager, webhook, id, end.disables);
}

/** When the receiver asks for it, or when nothing reached it in all the days that a delivery was tried. */
async function disable(manager: EntityManager, webhook: string, delivery: string, asked: string | null): Promise<void> {
  const off = await queryRow(
    manager,
    z.object({ name: z.string() }),
    `UPDATE webhook w SET disabled_reason = $3 FROM webhook_delivery d
     WHERE w.name = $1 AND d.id = $2 AND w.disabled_reason IS NULL
       AND ($4 OR coalesce(w.last_delivered_at, '-infinity') < d.created_at AND d.created_at < now() - interval '3 days') RETURNING w.name`,
    [webhook, delivery, asked ?? 'Nothing was delivered for more than three days.', asked !== null],
  );
  if (off === null) return;
  await execute(manager, "UPDATE webhook_delivery SET state = 'dead' WHERE webhook = $1 AND state = 'waiting'", [
    webhook,
  ]);
}
