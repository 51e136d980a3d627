import { execute, inTransaction, queryRow, queryRows } from '@svc/platform';
import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';

const DAYS_AHEAD = 3;
const DAY_MS = 24 * 3_600_000;
const PARTITION = /^inference_(\d{4})(\d{2})(\d{2})$/;

/** Makes partitions of the coming days and drops those that ended before `before`. One replica does it, the others skip their round. */
export async function turnDays(source: DataSource, now: Date, before: Date): Promise<void> {
  await inTransaction(source, async (manager) => {
    const turn = z.object({ mine: z.boolean() });
    const sql = "SELECT pg_try_advisory_xact_lock(hashtext('model inference days')) AS mine";
    if ((await queryRow(manager, turn, sql))?.mine !== true) return;
    // Both need the table for themselves for a moment: invocations come first, and the next round is soon.
    await execute(manager, "SET LOCAL lock_timeout = '2s'");
    await makeDays(manager, now);
    await dropDays(manager, before);
  });
}

async function makeDays(manager: EntityManager, now: Date): Promise<void> {
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = startOfDay(now.getTime() + ahead * DAY_MS);
    const there = z.object({ there: z.boolean() });
    // Rows that came before their partition keep it from being made; they are pruned where they are.
    const known = await queryRow(
      manager,
      there,
      'SELECT to_regclass($1) IS NOT NULL OR EXISTS (SELECT 1 FROM inference_other WHERE at >= $2 AND at < $3) AS there',
      [partitionOf(day), day, new Date(day.getTime() + DAY_MS)],
    );
    if (known?.there === true) continue;
    const [from, to] = [day, new Date(day.getTime() + DAY_MS)].map((it) => it.toISOString());
    await execute(
      manager,
      `CREATE TABLE ${partitionOf(day)} PARTITION OF inference FOR VALUES FROM ('${from}') TO ('${to}')`,
    );
  }
}

async function dropDays(manager: EntityManager, before: Date): Promise<void> {
  const children = await queryRows(
    manager,
    z.object({ name: z.string() }),
    "SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'inference'::regclass",
  );
  for (const { name } of children) {
    const [, year, month, date] = PARTITION.exec(name) ?? [];
    if (year !== undefined && Date.parse(`${year}-${month}-${date}T00:00:00Z`) + DAY_MS <= before.getTime())
      await execute(manager, `DROP TABLE ${name}`);
  }
  await execute(manager, 'DELETE FROM inference_other WHERE at < $1', [before]);
  await execute(manager, 'DELETE FROM inference_label WHERE predicted_at < $1', [before]);
}

function startOfDay(at: number): Date {
  return new Date(at - (at % DAY_MS));
}

function partitionOf(day: Date): string {
  return `inference_${day.toISOString().slice(0, 10).replaceAll('-', '')}`;
}
