import { Inject, Injectable } from '@nestjs/common';
import { execute, queryRow } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { Session } from '../session';
import type { ProviderHold, ProviderVisit, SessionStore } from '../session.ports';

const sessionRow = z
  .object({
    id: z.string(),
    login: z.string(),
    created_at: z.date(),
    expires_at: z.date(),
    seen_at: z.date(),
    provider: z.instanceof(Buffer).nullable(),
    recheck_at: z.date().nullable(),
  })
  .transform((row): Session => ({
    id: row.id,
    login: row.login,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    seenAt: row.seen_at,
    provider: row.provider,
    recheckAt: row.recheck_at,
  }));
const visitRow = z
  .object({ return_to: z.string(), expires_at: z.date() })
  .transform((row): ProviderVisit => ({ returnTo: row.return_to, expiresAt: row.expires_at }));

/** Tables `session` and `provider_visit` of schema `gateway`. */
@Injectable()
export class PostgresSessionStore implements SessionStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** The lock waits for a concurrent transaction that disables the user. */
  async add(
    { id, login, createdAt, expiresAt, seenAt, provider, recheckAt }: Session,
    secretHash: Buffer,
  ): Promise<boolean> {
    const added = await execute(
      this.source,
      `
      INSERT INTO session (id, login, secret_hash, created_at, expires_at, seen_at, provider, recheck_at)
      SELECT $1::uuid, login, $3::bytea, $4::timestamptz, $5::timestamptz, $6::timestamptz, $7::bytea, $8::timestamptz
      FROM user_account WHERE login = $2 AND NOT disabled FOR SHARE`,
      [id, login, secretHash, createdAt, expiresAt, seenAt, provider, recheckAt],
    );
    return added === 1;
  }

  byHash(secretHash: Buffer): Promise<Session | null> {
    return queryRow(
      this.source,
      sessionRow,
      'SELECT id, login, created_at, expires_at, seen_at, provider, recheck_at FROM session WHERE secret_hash = $1',
      [secretHash],
    );
  }

  async noteUse(id: string, at: Date): Promise<void> {
    await execute(this.source, 'UPDATE session SET seen_at = greatest(seen_at, $2) WHERE id = $1', [id, at]);
  }

  end(id: string): Promise<number> {
    return execute(this.source, 'DELETE FROM session WHERE id = $1', [id]);
  }

  endAll(login: string): Promise<number> {
    return execute(this.source, 'DELETE FROM session WHERE login = $1', [login]);
  }

  async claimRecheck({ id, recheckAt }: Session, until: Date): Promise<boolean> {
    // A JavaScript date has milliseconds only, so the column is compared with that precision.
    return (
      (await execute(
        this.source,
        "UPDATE session SET recheck_at = $3 WHERE id = $1 AND date_trunc('milliseconds', recheck_at) = $2",
        [id, recheckAt, until],
      )) === 1
    );
  }

  async holdProvider(id: string, { sealed, recheckAt }: ProviderHold): Promise<void> {
    await execute(this.source, 'UPDATE session SET provider = $2, recheck_at = $3 WHERE id = $1', [
      id,
      sealed,
      recheckAt,
    ]);
  }

  async addVisit(secretHash: Buffer, { returnTo, expiresAt }: ProviderVisit): Promise<void> {
    await execute(this.source, 'INSERT INTO provider_visit (secret_hash, return_to, expires_at) VALUES ($1, $2, $3)', [
      secretHash,
      returnTo,
      expiresAt,
    ]);
  }

  takeVisit(secretHash: Buffer): Promise<ProviderVisit | null> {
    return queryRow(
      this.source,
      visitRow,
      'DELETE FROM provider_visit WHERE secret_hash = $1 RETURNING return_to, expires_at',
      [secretHash],
    );
  }

  async sweep(now: Date, idleSince: Date): Promise<void> {
    await execute(this.source, 'DELETE FROM session WHERE expires_at <= $1 OR seen_at <= $2', [now, idleSince]);
    await execute(this.source, 'DELETE FROM provider_visit WHERE expires_at <= $1', [now]);
  }
}
