import type { Json } from '@svc/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import { execute, queryRow, queryRows } from '../../data/query-rows';

const outboxRow = z.object({
  id: z.uuid(),
  topic: z.string(),
  payload: z.json(),
  attempt: z.int(),
  created_at: z.date(),
});
export type OutboxRow = z.output<typeof outboxRow>;

const KEEP_DELIVERED = "interval '7 days'";

/**
 * Table `outbox`. Rows are found by their own state, never by a cursor over ids: a transaction that commits late has a
 * smaller id than rows that were delivered already, and a cursor would pass it by.
 */
export class OutboxStore {
  constructor(private readonly source: DataSource) {}

  async add(manager: EntityManager, topic: string, payload: Json): Promise<string> {
    const row = await queryRow(
      manager,
      z.object({ id: z.uuid() }),
      'INSERT INTO outbox (topic, payload) VALUES ($1, $2) RETURNING id',
      [topic, JSON.stringify(payload)],
    );
    if (row === null) throw new Error('The row was not written.');
    return row.id;
  }

  /**
   * Takes rows that are due, each for `leaseMs`: a relay that dies with them loses them to the next one. Relays that ask
   * at once get different rows.
   */
  async take(topics: readonly string[], limit: number, leaseMs: number): Promise<OutboxRow[]> {
    return queryRows(
      this.source,
      outboxRow,
      `
      UPDATE outbox SET attempt = attempt + 1, due_at = now() + $3 * interval '1 millisecond' WHERE id IN (
        SELECT id FROM outbox WHERE state = 'waiting' AND due_at <= now() AND topic = ANY($1)
        ORDER BY due_at FOR UPDATE SKIP LOCKED LIMIT $2)
      RETURNING id, topic, payload, attempt, created_at`,
      [topics, limit, leaseMs],
    );
  }

  async markDelivered(id: string): Promise<void> {
    await execute(
      this.source,
      "UPDATE outbox SET state = 'delivered', delivered_at = now(), error = NULL WHERE id = $1",
      [id],
    );
  }

  /** Another take may have the row meanwhile (`attempt` tells); then its word counts. */
  async markFailed(row: OutboxRow, delayMs: number, error: string): Promise<void> {
    await execute(
      this.source,
      `
      UPDATE outbox SET due_at = now() + $3 * interval '1 millisecond', error = $4
      WHERE id = $1 AND attempt = $2 AND state = 'waiting'`,
      [row.id, row.attempt, delayMs, error.slice(0, 1_000)],
    );
  }

  async forgetDelivered(): Promise<void> {
    await execute(
      this.source,
      `
      DELETE FROM outbox WHERE id IN (
        SELECT id FROM outbox WHERE state = 'delivered' AND delivered_at < now() - ${KEEP_DELIVERED} LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
    );
  }

  /** Seconds that the oldest row not yet delivered has waited; 0 when there is none. */
  async ageSeconds(): Promise<number> {
    const row = await queryRow(
      this.source,
      z.object({ age: z.number() }),
      `
      SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS age FROM outbox WHERE state = 'waiting'`,
    );
    return row?.age ?? 0;
  }
}
