import { Injectable } from '@nestjs/common';
import { webhookDefinition } from '@svc/contracts';
import { execute, inTransaction, lockName, type Queryable, queryRow, queryRows } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { SavedWebhook, StoredWebhook, WebhookStore } from '../webhook.ports';

const webhookRow = z
  .object({
    name: z.string(),
    definition: webhookDefinition,
    secret: z.string(),
    former_secret: z.string().nullable(),
    former_secret_until: z.date().nullable(),
    disabled_reason: z.string().nullable(),
    last_delivered_at: z.date().nullable(),
    waiting: z.int(),
    dead: z.int(),
    created_by: z.string(),
    created_at: z.date(),
    updated_at: z.date(),
  })
  .transform((it): StoredWebhook => ({
    name: it.name,
    ...it.definition,
    secret: it.secret,
    formerSecret: it.former_secret,
    formerSecretUntil: it.former_secret_until,
    disabledReason: it.disabled_reason,
    lastDeliveredAt: it.last_delivered_at,
    waiting: it.waiting,
    dead: it.dead,
    createdBy: it.created_by,
    createdAt: it.created_at,
    updatedAt: it.updated_at,
  }));

const WEBHOOKS = `
  SELECT w.*,
    (SELECT count(*)::int FROM webhook_delivery d WHERE d.webhook = w.name AND d.state = 'waiting') AS waiting,
    (SELECT count(*)::int FROM webhook_delivery d WHERE d.webhook = w.name AND d.state = 'dead') AS dead
  FROM webhook w`;

/** Table `webhook`. */
@Injectable()
export class PostgresWebhookStore implements WebhookStore {
  constructor(private readonly source: DataSource) {}

  find(name: string): Promise<StoredWebhook | null> {
    return findIn(this.source, name);
  }

  page(after: string | null, limit: number): Promise<readonly StoredWebhook[]> {
    const sql = `${WEBHOOKS} WHERE $1::text IS NULL OR w.name > $1 ORDER BY w.name LIMIT $2`;
    return queryRows(this.source, webhookRow, sql, [after, limit]);
  }

  all(): Promise<readonly StoredWebhook[]> {
    return queryRows(this.source, webhookRow, `${WEBHOOKS} ORDER BY w.name`);
  }

  async change(name: string, decide: (there: StoredWebhook | null) => SavedWebhook | 'delete' | null): Promise<void> {
    await inTransaction(this.source, async (manager) => {
      await lockName(manager, 'webhook', name);
      const decided = decide(await findIn(manager, name));
      if (decided === 'delete') await execute(manager, 'DELETE FROM webhook WHERE name = $1', [name]);
      else if (decided !== null) await save(manager, name, decided);
    });
  }

  async reseal(name: string, before: readonly (string | null)[], after: readonly (string | null)[]): Promise<void> {
    await execute(
      this.source,
      'UPDATE webhook SET secret = $4, former_secret = $5 WHERE name = $1 AND secret = $2 AND former_secret IS NOT DISTINCT FROM $3',
      [name, ...before, ...after],
    );
  }
}

function findIn(on: Queryable, name: string): Promise<StoredWebhook | null> {
  return queryRow(on, webhookRow, `${WEBHOOKS} WHERE w.name = $1`, [name]);
}

async function save(on: Queryable, name: string, it: SavedWebhook): Promise<void> {
  await execute(
    on,
    `INSERT INTO webhook (name, definition, secret, former_secret, former_secret_until, disabled_reason, created_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (name) DO UPDATE SET definition = $2, secret = $3, former_secret = $4, former_secret_until = $5, disabled_reason = $6, updated_at = $9`,
    [
      name,
      JSON.stringify(it.definition),
      it.secret,
      it.formerSecret,
      it.formerSecretUntil,
      it.disabledReason,
      it.createdBy,
      it.createdAt,
      it.updatedAt,
    ],
  );
}
