import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { execute, PeriodicTask, queryRow } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import {
  type IdempotencyStore,
  type KeyedRequest,
  type KeyState,
  storedAnswer,
  type StoredAnswer,
} from '../idempotency.ports';

const KEEP = "interval '24 hours'";
const SWEEP_MS = 10 * 60_000;
const keyRow = z.object({ fingerprint: z.instanceof(Buffer), attempt: z.string(), answer: storedAnswer.nullable() });
const identity = 'principal = $1 AND operation = $2 AND key = $3';

/** Table `idempotency` of schema `gateway`. */
@Injectable()
export class PostgresIdempotencyStore implements IdempotencyStore, OnModuleInit, BeforeApplicationShutdown {
  private readonly sweeping = new PeriodicTask({
    everyMs: SWEEP_MS,
    run: () => this.sweep(),
    failed: () => undefined,
  });

  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  onModuleInit(): void {
    this.sweeping.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.sweeping.stop();
  }

  /** One statement decides: it inserts the key, takes over one that is a day old or abandoned, or changes nothing. */
  async begin(request: KeyedRequest, maxMs: number): Promise<KeyState> {
    const attempt = randomUUID();
    const taken = await execute(
      this.source,
      `
      INSERT INTO idempotency AS known (principal, operation, key, fingerprint, attempt, abandoned_at)
      VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 millisecond')
      ON CONFLICT (principal, operation, key) DO UPDATE
        SET fingerprint = excluded.fingerprint, attempt = excluded.attempt, abandoned_at = excluded.abandoned_at, answer = NULL, created_at = now()
        WHERE known.created_at < now() - ${KEEP} OR (known.answer IS NULL AND known.abandoned_at < now() AND known.fingerprint = excluded.fingerprint)`,
      [...identify(request), request.fingerprint, attempt, maxMs],
    );
    if (taken === 1) return { kind: 'begun', attempt };
    const row = await queryRow(
      this.source,
      keyRow,
      `SELECT fingerprint, attempt, answer FROM idempotency WHERE ${identity}`,
      identify(request),
    );
    // Released at this very moment: the caller may retry.
    if (row === null) return { kind: 'in-flight' };
    if (!row.fingerprint.equals(request.fingerprint)) return { kind: 'other-request' };
    return row.answer === null ? { kind: 'in-flight' } : { kind: 'answered', answer: row.answer };
  }

  async keep(request: KeyedRequest, attempt: string, answer: StoredAnswer): Promise<void> {
    await execute(this.source, `UPDATE idempotency SET answer = $5 WHERE ${identity} AND attempt = $4`, [
      ...identify(request),
      attempt,
      JSON.stringify(answer),
    ]);
  }

  async release(request: KeyedRequest, attempt: string): Promise<void> {
    await execute(this.source, `DELETE FROM idempotency WHERE ${identity} AND attempt = $4`, [
      ...identify(request),
      attempt,
    ]);
  }

  private async sweep(): Promise<void> {
    await execute(this.source, `DELETE FROM idempotency WHERE created_at < now() - ${KEEP}`);
  }
}

function identify({ principal, operation, key }: KeyedRequest): readonly string[] {
  return [principal, operation, key];
}
