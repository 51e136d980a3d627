import { Inject, Injectable } from '@nestjs/common';
import { role } from '@svc/contracts';
import { execute, inTransaction, queryRow, queryRows } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { StoredUser, UserStore } from '../user.ports';

const userRow = z
  .object({
    login: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    issuer: z.string().nullable(),
    sub: z.string().nullable(),
    role,
    groups: z.array(z.string()),
    disabled: z.boolean(),
    created_at: z.date(),
    last_seen_at: z.date().nullable(),
  })
  .transform(({ issuer, sub, created_at: createdAt, last_seen_at: lastSeenAt, ...row }): StoredUser => ({
    ...row,
    subject: issuer === null || sub === null ? null : { issuer, sub },
    createdAt,
    lastSeenAt,
  }));
const columns = 'login, name, email, issuer, sub, role, groups, disabled, created_at, last_seen_at';

/** Table `user_account` of schema `gateway`. */
@Injectable()
export class PostgresUserStore implements UserStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  byLogin(login: string): Promise<StoredUser | null> {
    return queryRow(this.source, userRow, `SELECT ${columns} FROM user_account WHERE login = $1`, [login]);
  }

  bySubject(issuer: string, sub: string): Promise<StoredUser | null> {
    return queryRow(this.source, userRow, `SELECT ${columns} FROM user_account WHERE issuer = $1 AND sub = $2`, [
      issuer,
      sub,
    ]);
  }

  page(after: string | null, limit: number): Promise<StoredUser[]> {
    return queryRows(
      this.source,
      userRow,
      `SELECT ${columns} FROM user_account WHERE $1::text IS NULL OR login > $1 ORDER BY login LIMIT $2`,
      [after, limit],
    );
  }

  async add(user: StoredUser, passwordHash: string | null): Promise<boolean> {
    const added = await execute(
      this.source,
      `
      INSERT INTO user_account (${columns}, password_hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING`,
      [
        user.login,
        user.name,
        user.email,
        user.subject?.issuer ?? null,
        user.subject?.sub ?? null,
        user.role,
        user.groups,
        user.disabled,
        user.createdAt,
        user.lastSeenAt,
        passwordHash,
      ],
    );
    return added === 1;
  }

  /** Disabling a user deletes their sessions in the same transaction, so that none returns when they are enabled again. */
  change(login: string, change: (before: StoredUser) => StoredUser): Promise<StoredUser | null> {
    return inTransaction(this.source, async (manager) => {
      const before = await queryRow(
        manager,
        userRow,
        `SELECT ${columns} FROM user_account WHERE login = $1 FOR UPDATE`,
        [login],
      );
      if (before === null) return null;
      const { name, email, role: newRole, groups, disabled } = change(before);
      if (disabled) await execute(manager, 'DELETE FROM session WHERE login = $1', [login]);
      return queryRow(
        manager,
        userRow,
        `
        UPDATE user_account SET name = $2, email = $3, role = $4, groups = $5, disabled = $6 WHERE login = $1 RETURNING ${columns}`,
        [login, name, email, newRole, groups, disabled],
      );
    });
  }

  async passwordHash(login: string): Promise<string | null> {
    const row = await queryRow(
      this.source,
      z.object({ password_hash: z.string().nullable() }),
      'SELECT password_hash FROM user_account WHERE login = $1',
      [login],
    );
    return row?.password_hash ?? null;
  }

  /** Ends their sessions in the same transaction: whoever knew the old password is signed out. */
  async setPasswordHash(login: string, hash: string): Promise<void> {
    await inTransaction(this.source, async (manager) => {
      await execute(manager, 'UPDATE user_account SET password_hash = $2 WHERE login = $1', [login, hash]);
      await execute(manager, 'DELETE FROM session WHERE login = $1', [login]);
    });
  }

  async noteSeen(seen: ReadonlyMap<string, Date>): Promise<void> {
    await execute(
      this.source,
      `
      UPDATE user_account SET last_seen_at = greatest(user_account.last_seen_at, seen.at)
      FROM unnest($1::text[], $2::timestamptz[]) AS seen (login, at) WHERE user_account.login = seen.login`,
      [[...seen.keys()], [...seen.values()]],
    );
  }
}
